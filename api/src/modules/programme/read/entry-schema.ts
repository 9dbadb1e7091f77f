import { z } from 'zod'
import {
  AI_USE,
  AWARD_CODES,
  CHANNELS,
  CRITERIA,
  ENTRY_FEE_STATUS,
  REALISATION,
  SECTION_CODES,
  WINNER_FEE_STATUS,
  dayIn,
  type EntryDraft,
} from '@awards/shared/domain'
import { programmeDate } from './programme-source.ts'
import { Code, Country, keysOf as keys, ProgrammeDate, Texts } from './programme-schema.ts'

/** State in an entry file → entry status. */
export const ENTRY_STATES = {
  draft: 0,
  submitted: 10,
  registered: 20,
  correction_requested: 25,
  admitted: 30,
  in_judging: 40,
  awarded: 60,
  not_awarded: 61,
  withdrawn: 90,
  revoked: 91,
} as const

const Score = z.number().min(0).max(100)

export const EntryFile = z.strictObject({
  number: z.int().min(1),
  slug: z.string().regex(/^[a-z0-9-]+$/),
  edition: Code,
  category: Code,
  section: z.enum(SECTION_CODES),
  entrant: z.email(),
  agent_code: Code.optional(),
  invitation_code: Code.optional(),
  title: z.string(),
  title_local: z.string().optional(),
  summary: z.string(),
  description: z.string().optional(),
  design_statement: z.partialRecord(z.enum(CRITERIA), z.string()).default({}),
  completion_date: ProgrammeDate.optional(),
  realisation: keys(REALISATION).optional(),
  location: z.strictObject({ country: Country, city: z.string() }).optional(),
  client: z.string().default(''),
  company: z.string(),
  country: Country,
  designers: z
    .array(z.strictObject({ name: z.string(), role: z.string(), country: Country }))
    .default([]),
  materials: z.string().default(''),
  dimensions: z.string().default(''),
  website_url: z.string().default(''),
  ai_use: keys(AI_USE).optional(),
  ai_statement: z.string().default(''),
  credit: z.string(),
  state: keys(ENTRY_STATES),
  step_completed: z.int().min(1).max(6).default(6),
  award: z.enum(AWARD_CODES).optional(),
  jury_statement: Texts.optional(),
  is_show: z.boolean().default(false),
  hidden_reason: z.string().optional(),
  revoked_reason: z.string().optional(),
  withdrawn_reason: z.string().optional(),
  correction_note: z.string().optional(),
  fee: z.strictObject({
    status: keys(ENTRY_FEE_STATUS),
    channel: z.enum(CHANNELS).optional(),
    period: z.enum(['early', 'standard', 'late', 'final']).optional(),
    additional: z.boolean().default(false),
    vat: z.literal('reverse_charge').optional(),
    reason: z.string().optional(),
  }),
  winner_package: z
    .strictObject({
      status: keys(WINNER_FEE_STATUS),
      package: z.string().optional(),
      channel: z.enum(CHANNELS).optional(),
    })
    .default({ status: 'not_applicable' }),
  quality: Score.optional(),
  level: z.literal([1, 2]).default(1),
  scores: z.record(z.string(), Score).optional(),
  recused: z
    .array(
      z.strictObject({
        juror: z.string(),
        type: z.enum(['collaborator', 'employer', 'family', 'financial', 'competitor', 'other']),
        reason: z.string(),
      }),
    )
    .default([]),
  images: z
    .array(z.strictObject({ file: z.string(), kind: z.enum(['cover', 'image']), alt: z.string() }))
    .default([]),
})
export type EntryFile = z.output<typeof EntryFile>

const CRITERION_NAMES = {
  esthetique: 'Aesthetics',
  ergonomie: 'Ergonomics',
  ethique: 'Ethics',
  economie: 'Economy',
  emotion: 'Emotion',
} as const

/** Maps an entry file to the answers of the entry form. */
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
