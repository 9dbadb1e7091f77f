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
