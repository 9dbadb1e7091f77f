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

/**
 * What an account may do for the programme, beside its identity. An organiser gives and takes it; `organise` stands for
 * seasons, content, people and mails, `admit` for the admission queue.
 */
export const ACCOUNT_RIGHTS = ['organise', 'admit'] as const
export type AccountRight = (typeof ACCOUNT_RIGHTS)[number]

/** Whether somebody holds one of `wanted`; true where nothing is wanted. */
export const holdsOneOf = (
  wanted: readonly string[] | undefined,
  held: readonly string[] | undefined,
): boolean => !wanted || wanted.length === 0 || wanted.some((right) => held?.includes(right))

/** Where those who hold a right and judge nothing start after signing in. */
export const ORGANISER_HOME = '/organiser'

const HOME: Record<Identity, string> = {
  0: '/account',
  1: '/juryreview',
  2: '/subjuryreview',
  3: '/levelJuryreview',
}

/** Where a user starts after signing in (domain page §2.2). */
export const homeRoute = (identity: Identity, rights: readonly string[] = []): string =>
  identity === 0 && rights.length > 0 ? ORGANISER_HOME : HOME[identity]

/** What an owner gives to the members of a studio, for all its works or for one. */
export const MEMBER_ROLES = ['editor', 'payer', 'viewer'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** The part a person has in a work: the owner by the account, the others as members. */
export type EntryRole = 'owner' | MemberRole

/**
 * What may be done with an entry. `edit` also uploads, submits, corrects and enters further categories; `papers` are
 * invoices and receipts; `answer` accepts or declines an award; `leave` deletes, withdraws or ends the contract.
 */
export const ENTRY_ACTS = ['view', 'edit', 'pay', 'papers', 'answer', 'leave'] as const
export type EntryAct = (typeof ENTRY_ACTS)[number]

const ACTS_OF_ROLE: Readonly<Record<EntryRole, readonly EntryAct[]>> = {
  owner: ENTRY_ACTS,
  editor: ['view', 'edit'],
  payer: ['view', 'pay', 'papers'],
  viewer: ['view'],
}

/** Whether a role may do something with an entry: the one rule that server, screens and tests share. */
export const roleMay = (role: EntryRole, act: EntryAct): boolean => ACTS_OF_ROLE[role].includes(act)

/** Roles that may do something. */
export const rolesThatMay = (act: EntryAct): readonly EntryRole[] =>
  (Object.keys(ACTS_OF_ROLE) as EntryRole[]).filter((role) => roleMay(role, act))

/** Reason of a call that a member's role does not include. */
export const ROLE_TOO_SMALL = 'ROLE'

/** Days in which an invitation to a studio, or an offer to hand works over, can be accepted. */
export const STUDIO_OFFER_DAYS = 14

/** Members of one studio, open invitations included: a studio, no mailing list. */
export const MOST_MEMBERS = 30

/** What people ask of the programme about their data; a withdrawal from a contract stands beside. */
export const DATA_REQUEST_KINDS = ['export', 'erasure', 'withdrawal'] as const
export type DataRequestKind = (typeof DATA_REQUEST_KINDS)[number]
/** How a request came: from the account itself, or to the organiser who does it on the person's behalf. */
export const DATA_REQUEST_WAYS = ['account', 'mail', 'letter', 'other'] as const
export type DataRequestWay = (typeof DATA_REQUEST_WAYS)[number]
export const DATA_REQUEST_STATES = ['open', 'done', 'refused'] as const
export type DataRequestState = (typeof DATA_REQUEST_STATES)[number]
/** Days that a request is kept after it ended, as the proof that it was answered. */
export const DATA_REQUEST_DAYS = 3 * 365
