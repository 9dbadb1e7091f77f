import { callApi, clientHost, failureSentence } from '@awards/shared/client'
import { oidc, type Input, type Output } from '@awards/shared/contract'
import { inLanguage, LANGUAGES } from '@awards/shared/domain'
import i18next from 'i18next'
import { notify, notifySuccess } from '../../design/load-design.tsx'

const SHOWN_HERE = { skipErrorHandler: true } as const

/** Sends another code, where one is asked for; a refusal is told by the client, since no field is about it. */
export const resume = (input: Input<typeof oidc.resume>) => callApi(oidc.resume, input)
export const confirm = (input: Input<typeof oidc.confirm>) =>
  callApi(oidc.confirm, input, SHOWN_HERE)
const callLink = (input: Input<typeof oidc.link>) => callApi(oidc.link, input, SHOWN_HERE)
export const register = (input: Input<typeof oidc.register>) =>
  callApi(oidc.register, input, SHOWN_HERE)

/** Leaves the site for an organisation, to link it to the account. */
export async function beginLink(provider: string) {
  const { url } = await callApi(oidc.beginLink, { provider }, SHOWN_HERE)
  window.location.assign(url)
}

/** Links the organisation of an attempt, or of the newest of this browser, and says so, or why it is not. */
export async function link(
  input: Input<typeof oidc.link>,
  run: (input: Input<typeof oidc.link>) => Promise<Output<typeof oidc.link>> = callLink,
) {
  try {
    const { label } = await run(input)
    const language = LANGUAGES.find((one) => one === clientHost().language()) ?? 'en'
    const name = inLanguage(label, language)
    notifySuccess(i18next.t('shell:session.organisation.linked', { name }))
  } catch (error) {
    notify(failureSentence(error) ?? '')
  }
}
