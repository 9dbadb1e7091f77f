import { callApi, failureSentence } from '@awards/shared/client'
import { passkeys, type RequestOptions } from '@awards/shared/contract'
import { registerNamespace } from '@awards/shared/i18n'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import i18next from 'i18next'

/** The texts, once they have come. */
export const passkeyTexts = registerNamespace(
  'passkeys',
  (language) => import(`./texts/${language}.json`),
)
const SHOWN_HERE = { skipErrorHandler: true } as const

/** Signs in with whichever passkey the device offers. */
export async function signInWithPasskey() {
  const { options } = await callApi(passkeys.signInOptions, {}, SHOWN_HERE)
  const credential = await startAuthentication({ optionsJSON: options })
  return callApi(passkeys.signIn, { credential }, SHOWN_HERE)
}

/** A challenge for the passkeys of who has signed in; null where there are none, or none can be asked for. */
export const confirmationOptions = (): Promise<RequestOptions | null> =>
  callApi(passkeys.stepUpOptions, {}, SHOWN_HERE).then(
    ({ options }) => options,
    () => null,
  )

/** Proves once more who has signed in; each try needs a challenge of its own. */
export async function confirmWithPasskey() {
  const optionsJSON = await confirmationOptions()
  if (!optionsJSON) throw new DOMException('No passkey can be asked for', 'NotAllowedError')
  const credential = await startAuthentication({ optionsJSON })
  await callApi(passkeys.stepUp, { credential }, SHOWN_HERE)
}

/** Has the device make a passkey, for `passkeys.register`. */
export async function createPasskey() {
  const { options } = await callApi(passkeys.registrationOptions, {}, SHOWN_HERE)
  return startRegistration({ optionsJSON: options })
}

/** Names of the errors of browsers (WebAuthn, 5.1.3 and 5.1.4). */
const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  SecurityError: 'address',
  ConstraintError: 'unable',
  NotSupportedError: 'unable',
}

/** What went wrong and what to do, in the language on screen: of the device, or of the site. */
export async function problemOf(error: unknown): Promise<string | undefined> {
  await passkeyTexts
  const problem = error instanceof Error ? PROBLEMS[error.name] : undefined
  return problem ? i18next.t(`passkeys:problem.${problem}`) : failureSentence(error)
}
