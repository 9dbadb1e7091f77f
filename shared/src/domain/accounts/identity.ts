import { ORGANISER_HOME } from './account-rights.ts'

/** Who a signed-in user is to the jury (specification §3): 0 is not a juror. */
export const IDENTITIES = [0, 1, 2, 3] as const
export type Identity = (typeof IDENTITIES)[number]

/** What an identity 1 user may do beyond reading; set per person (domain page §1 C7). */
export const CAPABILITIES = [
  'can_score',
  'can_manage_fees',
  'can_publish',
  'can_assign',
  'can_download',
] as const
export type Capability = (typeof CAPABILITIES)[number]

/** The four flags that the specification derives from `identity` (§6). */
export function identityFlags(identity: Identity | undefined) {
  return {
    isJury: identity !== undefined && identity !== 0,
    isIdentity: identity === 1,
    isSubJury: identity === 2,
    isSecondJury: identity === 3,
  }
}

const HOME: Record<Identity, string> = {
  0: '/account',
  1: '/juryreview',
  2: '/subjuryreview',
  3: '/levelJuryreview',
}

/** Where a user starts after signing in (domain page §2.2). */
export const homeRoute = (identity: Identity, rights: readonly string[] = []): string =>
  identity === 0 && rights.length > 0 ? ORGANISER_HOME : HOME[identity]
