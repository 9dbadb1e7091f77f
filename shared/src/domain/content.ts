/** Slots of a banner or a block (domain page §2.4). */
export const POSITIONS = [
  'home_hero',
  'home_mid',
  'winners_top',
  'jury_top',
  'account_top',
  'steps_terms',
  'pay_bank_details',
  'footer',
] as const
export type Position = (typeof POSITIONS)[number]

/** The part of a picture that a crop keeps; its middle where none is named. */
export const FOCUS = [
  'top left',
  'top',
  'top right',
  'left',
  'right',
  'bottom left',
  'bottom',
  'bottom right',
] as const
export type Focus = (typeof FOCUS)[number]

/** What a picture of the programme may be called. */
export const PICTURE_NAME = /^[a-z0-9][a-z0-9-]{0,59}$/

/** Kinds of `privacyPolicyAndFaqs` by the number the specification's `type` takes. */
export const POLICY_TYPES = {
  faq: 1,
  privacy: 2,
  terms: 3,
  legal: 4,
  cookies: 5,
  accessibility: 6,
  withdrawal: 7,
  /** What jurors agree to. */
  jury: 8,
} as const
export type PolicyType = (typeof POLICY_TYPES)[keyof typeof POLICY_TYPES]

export const EDITION_STATUS = {
  preparing: 0,
  open: 1,
  judging: 2,
  embargo: 3,
  published: 4,
  archived: 5,
} as const
export type EditionStatus = (typeof EDITION_STATUS)[keyof typeof EDITION_STATUS]

export const SECTION_CODES = ['professional', 'emerging', 'student', 'concept'] as const
export const AWARD_CODES = ['grand_prix', 'platinum', 'gold', 'silver', 'selection'] as const
export type AwardCode = (typeof AWARD_CODES)[number]

export const CODE_KINDS = ['juror_invite', 'entrant_invite', 'agent'] as const
