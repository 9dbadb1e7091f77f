import { z } from 'zod'
import {
  CLOSING_KEYS,
  CLOSING_STATES,
  FEE_TYPE,
  FIGURE_TABLES,
  FUNNEL_STEPS,
  MONEY_STATES,
} from '../../domain/index.ts'
import { addedCallsOf, Id, Money, optionalOfQuery, text, Time } from '../endpoint.ts'
import { Named } from '../jury/review-rows.ts'

const call = addedCallsOf('organiser')

/** A figure of the edition, and of the edition before when it was as far from its close; null without one. */
const Compared = z.object({ now: z.int(), before: z.int().nullable() })
const Steps = z.object({ draft: z.int(), handed_in: z.int(), paid: z.int() })
/** What one category, country or code brought. */
const Group = Steps.extend({
  /** Identifier of a category, two letters of a country, the code itself; empty for none. */
  key: z.string(),
  name: z.string(),
  paid_before: z.int().nullable(),
})
export type FigureGroup = z.infer<typeof Group>

/** A day of the call, by how many days are left until its close. Counts are of that day alone. */
const Day = z.object({
  left: z.int(),
  day: z.string(),
  now: z.record(z.enum(FUNNEL_STEPS), z.int()),
  before: z.record(z.enum(FUNNEL_STEPS), z.int()).nullable(),
})
export type FigureDay = z.infer<typeof Day>

const Figures = z.object({
  editions: z.array(Named),
  edition: Named,
  before: Named.nullable(),
  closes_at: Time,
  /** Days until the close, as `days` counts them; negative once it is over. */
  left: z.int(),
  /** Until when the edition before is counted: as far from its close as this moment is from that of the edition. */
  before_until: Time.nullable(),
  funnel: z.record(z.enum(FUNNEL_STEPS), Compared),
  days: z.array(Day),
  categories: z.array(Group),
  countries: z.array(Group),
  codes: z.array(Group),
  money: z.array(
    Money.extend({
      fee_type: z.literal(Object.values(FEE_TYPE)),
      state: z.enum(MONEY_STATES),
      count: z.int(),
    }),
  ),
  /** What has been given to jurors, by level: how much of it is done, and who has something left. */
  jury: z.array(
    z.object({
      level: z.int(),
      jurors: z.int(),
      given: z.int(),
      done: z.int(),
      behind: z.int(),
    }),
  ),
})
export type Figures = z.infer<typeof Figures>

const Closing = z.object({
  edition: Named,
  /** The phase of now; see `PHASES`. */
  phase: z.int(),
  lines: z.array(
    z.object({
      line: z.enum(CLOSING_KEYS),
      state: z.enum(CLOSING_STATES),
      /** How many there are of what the line counts. */
      count: z.int(),
      /** When it happens by itself, is over, or has happened. */
      at: Time.nullable(),
    }),
  ),
})
export type Closing = z.infer<typeof Closing>

/** What the edition has brought so far, and what is left to do. */
export const figures = {
  /** Of the edition asked for, or the one whose call is open, else the newest. 404 on a site without an edition. */
  figures: call('figures', 'GET', z.object({ edition_id: optionalOfQuery(Id) }), Figures, {
    tags: ['organiser'],
    codes: [403, 404, 422],
  }),
  /** One table of them as a CSV file. */
  exportFigures: call(
    'exportFigures',
    'POST',
    z.object({ edition_id: Id, table: z.enum(FIGURE_TABLES) }),
    z.object({ url: z.string(), filename: z.string(), rows: z.int() }),
    { codes: [403, 404, 422] },
  ),
  /** Every entry of the edition as a CSV file, with its answers to the programme's own questions. */
  exportEntries: call(
    'exportEntries',
    'POST',
    z.object({ edition_id: Id }),
    z.object({ url: z.string(), filename: z.string(), rows: z.int() }),
    { codes: [403, 404, 422] },
  ),
  /** What is done, open or still to come before the season of a code can be closed, computed from its rows. */
  closing: call('closing', 'GET', z.object({ code: text(20) }), Closing, {
    tags: ['organiser'],
    codes: [403, 404, 422],
  }),
} as const
