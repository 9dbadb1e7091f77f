import { z } from 'zod'
import { EntryMention } from './jury-desk.ts'

/** What is still open when an edition is frozen or published, and who would have to do something. */
export const OPEN_WORK = [
  'UNDECIDED',
  'RECOMMENDED',
  'TO_DISCUSS',
  'FIRST_LEVEL_VOTES',
  'SECOND_LEVEL_VOTES',
  'NOT_CONFIRMED',
  'NOT_JUDGED',
  'BELOW_THRESHOLD',
  'COMMENTS_PENDING',
] as const
export type OpenWorkKind = (typeof OPEN_WORK)[number]

/** One line of the checklist: how many entries, and the first 50 of them. */
export const OpenWork = z.object({
  kind: z.enum(OPEN_WORK),
  count: z.int(),
  entries: z.array(EntryMention),
})
export type OpenWork = z.infer<typeof OpenWork>

/** What a change of phase by hand brings with it, beside the open work that a freeze leaves behind. */
export const PHASE_CONSEQUENCES = [
  'SKIPPED',
  'BACK',
  'THAWED',
  'SCORES_MISSING',
  'DRAFTS_LEFT',
  ...OPEN_WORK,
] as const

export const PhaseConsequence = z.object({
  kind: z.enum(PHASE_CONSEQUENCES),
  count: z.int(),
  /** Codes of the phases that are passed over or gone back on. */
  phases: z.array(z.string()),
  /** The first entries of the open work. */
  entries: z.array(EntryMention),
})
export type PhaseConsequence = z.infer<typeof PhaseConsequence>
