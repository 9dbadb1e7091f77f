import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const Sentence = z.strictObject({ en: z.string(), fr: z.string(), zh: z.string() })
const Row = z.strictObject({
  id: z.string(),
  text: z.string(),
  /** What does not conform yet, as the accessibility statement says it. */
  part: Sentence.optional(),
  /** Tests prove it; for EN 301 549 the criterion of WCAG whose tests do. */
  tests: z.union([z.literal(true), z.string()]).optional(),
  /** What was looked at in the product. */
  looked: z.string().optional(),
  /** Why it does not apply. */
  none: z.string().optional(),
})
const Wcag = Row.extend({ level: z.enum(['A', 'AA']), since: z.enum(['2.0', '2.1', '2.2']) })
/** `part_of` names the criterion whose `part` counts here as well. */
const Rgaa = Row.extend({ wcag: z.array(z.string()).min(1), part_of: z.string().optional() })
const En = Row.extend({ part_of: z.string().optional() })

const File = z.strictObject({
  looked_on: z.iso.date(),
  looked_by: z.string(),
  wcag: z.array(Wcag),
  rgaa: z.array(Rgaa),
  en301549: z.array(En),
})
export type Criteria = z.output<typeof File>
export type WcagCriterion = z.output<typeof Wcag>
export type RgaaCriterion = z.output<typeof Rgaa>

/** WCAG 2.2 (A and AA), RGAA 4.1 and EN 301 549, with how each criterion is shown to hold. */
export const criteria: Criteria = File.parse(
  parse(readFileSync(join(import.meta.dirname, 'criteria.yaml'), 'utf8')),
)

/** WCAG 2.2 has removed it: what a browser parses is valid by definition. RGAA still names it. */
export const REMOVED = '4.1.1'

export type Verdict = 'holds' | 'in part' | 'does not apply'

/** Tells whether a criterion holds: in part where it has a part that does not conform, or shares one. */
export function verdictOf(row: Pick<RgaaCriterion, 'part' | 'part_of' | 'none'>): Verdict {
  if (row.part ?? row.part_of) return 'in part'
  return row.none === undefined ? 'holds' : 'does not apply'
}

/** What does not conform yet, of all three lists. */
export const openParts = ({ wcag, rgaa }: Criteria) =>
  [...wcag, ...rgaa].flatMap(({ id, part }) => (part ? [{ id, ...part }] : []))
