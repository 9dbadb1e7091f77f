// The page of accessibility, docs/accessibility.md, from criteria.yaml. Usage: node tools/accessibility/page.ts

import { readFileSync, writeFileSync } from 'node:fs'
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
type Criteria = z.output<typeof File>
type WcagCriterion = z.output<typeof Wcag>
type RgaaCriterion = z.output<typeof Rgaa>

/** WCAG 2.2 (A and AA), RGAA 4.1 and EN 301 549, with how each criterion is shown to hold. */
export const criteria: Criteria = File.parse(
  parse(readFileSync(join(import.meta.dirname, 'criteria.yaml'), 'utf8')),
)

/** WCAG 2.2 has removed it: what a browser parses is valid by definition. RGAA still names it. */
export const REMOVED = '4.1.1'

type Verdict = 'holds' | 'in part' | 'does not apply'

/** Tells whether a criterion holds: in part where it has a part that does not conform, or shares one. */
function verdictOf(row: Pick<RgaaCriterion, 'part' | 'part_of' | 'none'>): Verdict {
  if (row.part ?? row.part_of) return 'in part'
  return row.none === undefined ? 'holds' : 'does not apply'
}

/** What does not conform yet, of all three lists. */
export const openParts = ({ wcag, rgaa }: Criteria) =>
  [...wcag, ...rgaa].flatMap(({ id, part }) => (part ? [{ id, ...part }] : []))

export const PAGE = join(import.meta.dirname, '../../docs/accessibility.md')

const INTRODUCTION = `# Accessibility

<!-- Written by \`node tools/accessibility/page.ts\` from tools/accessibility/criteria.yaml; edit that file, not this one. -->

How the product stands to WCAG 2.2 (levels A and AA), to the French RGAA 4.1 and to EN 301 549 V3.2.1, criterion by
criterion. *Tests* means that tests prove it (\`proves('wcag 1.4.3')\`): the list \`accessibility\` of
\`test-results/conformance.json\` names them, and those of the full run. *Looked at* means that people have, and what. An
organiser's own texts, pictures and colours are not part of it: they belong into the organiser's own audit.
`

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** How a criterion is shown to hold. */
function proofOf({
  id,
  tests,
  looked,
  none,
  part,
}: WcagCriterion | (typeof criteria)['en301549'][number]) {
  const how = tests
    ? `Tests${tests === true ? ` (\`wcag ${id}\`)` : ` (\`wcag ${tests}\`)`}`
    : looked
      ? `Looked at: ${looked}`
      : (none ?? '')
  return part ? `${how}. ${part.en}` : how
}

const count = (rows: readonly Parameters<typeof verdictOf>[0][], verdict: string) =>
  rows.filter((row) => verdictOf(row) === verdict).length

/** Share of the applicable criteria of RGAA that hold, in per cent: the rate that a French statement names. */
function rgaaRate(): number {
  const applicable = criteria.rgaa.length - count(criteria.rgaa, 'does not apply')
  return Math.floor((count(criteria.rgaa, 'holds') / applicable) * 100)
}

export function page(): string {
  const { wcag, rgaa, en301549, looked_by, looked_on } = criteria
  const byWcag = new Map(wcag.map((row) => [row.id, row]))
  const parts = openParts(criteria)
  const whyOf = (row: (typeof rgaa)[number]) =>
    (row.part ?? parts.find(({ id }) => id === row.part_of))?.en ??
    row.none ??
    row.wcag
      .map((id) => {
        if (id === REMOVED) return `WCAG ${id} (no longer part of WCAG 2.2)`
        return byWcag.get(id)?.none ? `WCAG ${id} does not apply` : `WCAG ${id}`
      })
      .join(', ')
  return [
    INTRODUCTION,
    `Looked at on ${looked_on} by ${looked_by}.\n`,
    '## What does not conform yet\n',
    `${parts.map(({ id, en }) => `- ${en} (${id})`).join('\n')}\n`,
    'The accessibility statement of the demo programme (`programme/content/policies/accessibility.md`) says the same in',
    'three languages; a test holds it to this list.\n',
    '## WCAG 2.2\n',
    `${count(wcag, 'holds')} of ${wcag.length} criteria hold, ${count(wcag, 'in part')} in part, ${count(wcag, 'does not apply')} do not apply.\n`,
    table(
      ['Criterion', 'Level', 'Since', 'Verdict', 'Shown by'],
      wcag.map((row) => [
        `${row.id} ${row.text}`,
        row.level,
        row.since,
        verdictOf(row),
        proofOf(row),
      ]),
    ),
    '\n## RGAA 4.1\n',
    `${count(rgaa, 'holds')} of ${rgaa.length} criteria hold, ${count(rgaa, 'in part')} in part, ${count(rgaa, 'does not apply')} do not apply: ${rgaaRate()} % of those that apply.\n`,
    table(
      ['Criterion', 'Verdict', 'Shown by'],
      rgaa.map((row) => [`${row.id} ${row.text}`, verdictOf(row), whyOf(row)]),
    ),
    '\n## EN 301 549 V3.2.1\n',
    'Clause 9 is WCAG 2.1, which the first table has with 2.2.\n',
    table(
      ['Clause', 'Shown by'],
      en301549.map((row) => [`${row.id} ${row.text}`, proofOf(row)]),
    ),
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(PAGE, page())
