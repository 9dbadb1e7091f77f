import { EntryDraft } from '@awards/shared/domain'

const IDENTIFYING = [
  'title_local',
  'designers',
  'company',
  'client',
  'location_city',
  'website_url',
  'video_url',
] as const

/** Answers without anything that names the entrant, the studio, the client or their sites (domain page §2.11). */
export function blindAnswers(answers: EntryDraft): EntryDraft {
  const blind: Record<string, unknown> = { ...answers }
  for (const name of IDENTIFYING) delete blind[name]
  return EntryDraft.parse(blind)
}

/** Neutral name of a file in an archive, for instance `7QK4Z/7QK4Z-01.jpg`. */
export const neutralName = (judgingNo: string, index: number, extension: string): string => {
  const folder = judgingNo.replaceAll(/[^A-Za-z0-9]/g, '')
  return `${folder}/${folder}-${String(index).padStart(2, '0')}.${extension}`
}
