import type { Identity } from './identity.ts'
import type { CallName } from './permissions.ts'

const FRESH_AUTH_CALLS: readonly string[] = [
  'judge/changePhase',
  'judge/publish',
  'judge/revokeAward',
  'judge/disqualify',
  'judge/refundPayment',
  'judge/confirmRefund',
  'judge/exportTable',
  'judge/exportBooks',
  'judge/taxReportFile',
  'judge/inviteJuror',
  'user/changeEmail',
  'organiser/giveRight',
  'organiser/takeRight',
  'organiser/correctEmail',
  'organiser/exportPerson',
  'organiser/erasePerson',
  'organiser/refuseDataRequest',
  'organiser/seeAs',
  'organiser/exportAudit',
  'organiser/exportEntries',
  'organiser/startBroadcast',
  'programme/apply',
  'programme/schedule',
] satisfies CallName[]

/**
 * Whether a call needs an e-mail code of the last `STEP_UP_HOURS` from a juror: it cannot be undone, exports
 * everything at once, or changes who may sign in.
 */
export const needsFreshAuth = (call: string): boolean => FRESH_AUTH_CALLS.includes(call)
/** The name of `needsFreshAuth` in shared 1.2; its surface keeps it until 2.0. */
export const isGrave = needsFreshAuth

/** Calls with a `dry_run`, which changes nothing and needs no code. */
const REHEARSED_CALLS: readonly string[] = [
  'judge/changePhase',
  'judge/publish',
] satisfies CallName[]

export const isRehearsal = (call: string, body: unknown): boolean =>
  REHEARSED_CALLS.includes(call) &&
  typeof body === 'object' &&
  body !== null &&
  'dry_run' in body &&
  body.dry_run === true

/** For so long a code by e-mail stands for the person in the same session. */
export const STEP_UP_HOURS = 12
/** For so long a device that a juror trusts is not asked for a code at sign-in. */
export const TRUST_DAYS = 30

/** Reason of a sign-in that waits for the code it has sent; the form asks for it. */
export const CODE_SENT = 'CODE_SENT'
/** Reason of a call that is repeated after a code; the client asks for it. */
export const STEP_UP = 'STEP_UP'

/** Who sees other people's unpublished work proves more than a password. */
export const needsStepUp = (identity: Identity, rights: readonly string[] = []): boolean =>
  identity !== 0 || rights.length > 0

/** Most passkeys of one account. */
export const PASSKEY_LIMIT = 10
export const PASSKEY_NAME_LENGTH = 60
/** A challenge is answered within these minutes. */
export const PASSKEY_MINUTES = 5
/** Adding and removing a passkey need a sign-in or a confirmation that is not older. */
export const FRESH_SIGN_IN_MINUTES = 15

/** Reason of a removal that would leave nobody's second factor but a code by e-mail. */
export const LAST_PASSKEY = 'LAST_PASSKEY'

/** For so long an organiser sees the site as somebody else; a session of its own, which is not prolonged. */
export const SEE_AS_MINUTES = 15
/** Reason of a call that is refused while somebody is seen as another person. */
export const SEE_AS = 'SEE_AS'

/** Reads that stay the person's own: the copy of all their data, and what jurors have given. */
const KEPT_BACK: readonly string[] = [
  'user/export',
  'apply/scoreSheet',
  'apply/figureDerivation',
] satisfies CallName[]

/** Whether a call may be made while somebody is seen as another person: it only reads, or it ends that. */
export const isOpenToSeeAs = ({ name, method }: { name: string; method: string }): boolean =>
  name === 'user/logout' || (method === 'GET' && !KEPT_BACK.includes(name))
