/** Who a broadcast goes to: a closed list, so that what it is for is known. */
export const AUDIENCES = ['drafts', 'unpaid', 'corrections', 'no_package', 'jurors'] as const
export type Audience = (typeof AUDIENCES)[number]

const OF_ENTRANTS = ['name', 'entry', 'count', 'deadline', 'edition', 'programme'] as const

/**
 * Variables of a broadcast: `entry` names the works, `count` says how many, `deadline` is the date until which to act.
 * Mails to jurors cannot name a work, since a mail is read by more people than its reader.
 */
export const broadcastVariables = (audience: Audience): readonly string[] =>
  audience === 'jurors' ? OF_ENTRANTS.filter((name) => name !== 'entry') : OF_ENTRANTS

/** Where a broadcast stands: a draft is edited, a stopped one can be gone on with. */
export const BROADCAST_STATES = ['draft', 'scheduled', 'sending', 'stopped', 'done'] as const
export type BroadcastState = (typeof BROADCAST_STATES)[number]

/** Why somebody of the audience is not written to. */
export const SKIP_REASONS = ['opted_out', 'bounced', 'left'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]
