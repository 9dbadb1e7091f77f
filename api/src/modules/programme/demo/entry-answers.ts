import { AI_USE, REALISATION, type EntryDraft, dayIn } from '@awards/shared/domain'
import type { EntryFile } from './entry-schema.ts'
import { programmeDate } from '../read/programme-dates.ts'

const CRITERION_NAMES = {
  esthetique: 'Aesthetics',
  ergonomie: 'Ergonomics',
  ethique: 'Ethics',
  economie: 'Economy',
  emotion: 'Emotion',
} as const

/** The entry form as its author would have filled it in. */
export function entryAnswers(entry: EntryFile, anchor: string, zone: string): EntryDraft {
  const statement = Object.entries(CRITERION_NAMES).flatMap(([criterion, name]) => {
    const sentence = entry.design_statement[criterion as keyof typeof CRITERION_NAMES]
    return sentence ? [`${name}: ${sentence}`] : []
  })
  const isSigned = entry.state !== 'draft' || entry.step_completed >= 4
  const { completion_date: completion } = entry
  return {
    title: entry.title,
    title_local: entry.title_local ?? '',
    summary: entry.summary,
    description: entry.description?.trim() ?? '',
    design_statement: statement.join('\n'),
    completion_date: completion ? dayIn(programmeDate(completion, anchor, zone), zone) : null,
    realisation: entry.realisation ? REALISATION[entry.realisation] : null,
    ...(entry.location && { location_country: entry.location.country }),
    location_city: entry.location?.city ?? '',
    materials: entry.materials,
    dimensions: entry.dimensions,
    website_url: entry.website_url,
    video_url: '',
    designers: entry.designers,
    company: entry.company,
    client: entry.client,
    ai_use: entry.ai_use ? AI_USE[entry.ai_use] : null,
    ai_statement: entry.ai_statement,
    rights_declaration: isSigned,
    image_licence_consent: isSigned,
  }
}
