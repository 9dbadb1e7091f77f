import type { EntryDraft } from './entry-form.ts'
import { StoredAnswers } from './stored-answers.ts'

/** Answers that name the entrant, the studio, the client or their sites: jurors are not shown them. */
export const IDENTIFYING_ANSWERS = [
  'title_local',
  'designers',
  'company',
  'client',
  'location_city',
  'website_url',
  'video_url',
] as const satisfies readonly (keyof EntryDraft)[]

/** Answers without anything that names the entrant, the studio, the client or their sites (domain page §2.11). */
export function blindAnswers(answers: EntryDraft): EntryDraft {
  const blind: Record<string, unknown> = { ...answers }
  for (const name of IDENTIFYING_ANSWERS) delete blind[name]
  return StoredAnswers.parse(blind)
}
