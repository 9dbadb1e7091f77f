import { BusinessError } from '../../../http/business-error.ts'

/** Why a sign-in by way of an organisation is refused: `data.reason`, and what its owner does next. */
const REFUSALS = {
  OIDC_UNKNOWN:
    'This sign-in was not begun in this browser, or was used already. Begin again here.',
  OIDC_DENIED:
    'The organisation has not let you in, or you have stopped there. Begin again, or use another way to sign in.',
  OIDC_FAILED:
    'The organisation cannot sign you in just now. Try again later, or use another way to sign in.',
  OIDC_UNREACHABLE:
    'The organisation does not answer. Try again in a minute, or use another way to sign in.',
  OIDC_INVALID:
    'The answer of the organisation could not be verified. Begin again; if it stays so, use another way and tell the organiser.',
  OIDC_NO_ACCOUNT:
    'No account here is linked to yours at this organisation. Sign in another way, then link it under “Password and passkeys”; or create an account first.',
  OIDC_CLOSED: 'This account is closed. Write to the organiser if you need it.',
  OIDC_TAKEN:
    'Another account here is linked to yours at this organisation. Sign in with it and unlink it there first.',
  OIDC_OTHER_ACCOUNT:
    'You have signed in to another account than the one of this address. Link it under “Password and passkeys” if you want it there.',
  OIDC_LIMIT: 'An account has at most ten links. Unlink one first.',
} as const
export type OidcRefusal = keyof typeof REFUSALS

export const isRefusal = (reason: string): reason is OidcRefusal => Object.hasOwn(REFUSALS, reason)

export const refuse = (reason: OidcRefusal) => new BusinessError(409, REFUSALS[reason], { reason })

export const attemptExpired = () =>
  new BusinessError(410, 'This took too long. Begin again.', { reason: 'OIDC_EXPIRED' })
