import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { format } from 'prettier'
import { z } from 'zod'
import { FAULTS, PROMISES, type Fault } from './faults.ts'

const FOLDER = join(import.meta.dirname, 'results')
/** The generated document. */
export const PAGE = resolve(import.meta.dirname, '../../docs/reliability.md')

/** Result of a drill: whether its bar holds, with the counts and times behind it. */
export type Outcome = { holds: boolean; figures: Record<string, string | number> }

/** A drill; `args` are the command-line arguments after its name. */
export type Drill = (args: string[]) => Promise<Outcome>

const Result = z.object({
  drill: z.string(),
  at: z.string(),
  machine: z.string(),
  holds: z.boolean(),
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Result = z.infer<typeof Result>

/** Saves the outcome of a drill; replaces the previous result of that drill. */
export function saveResult(drill: string, { holds, figures }: Outcome): Result {
  const load = loadavg()[0]?.toFixed(1)
  const machine = `${cpus().length} cores, load ${load} at the end`
  const at = new Date().toISOString().slice(0, 16)
  const result = { drill, at, machine, holds, figures }
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${drill}.json`), `${JSON.stringify(result, null, 2)}\n`)
  return result
}

/** The last result of each drill. */
export function results(): Result[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => Result.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))))
}

const INTRODUCTION = `# Reliability

What the site promises when something breaks, how each fault was rehearsed, and what was found. A drill is repeated with
\`npm run test:full -- --only drills <name>\`; it needs a Linux machine and says which program it misses. Each writes its figures to
\`tools/drills/results\` and makes this page again. The figures are those of the machine that is named beside them;
the counts of what was lost do not depend on it.
`

const link = (file: string) => `[${file.split('/').at(-1)}](../${file})`

function faultRow(fault: Fault, found: Result | undefined) {
  const { drill, part, tests } = fault
  const command = part ?? (drill && `drills ${drill}`)
  const repeat = [
    ...(command ? [`\`npm run test:full -- --only ${command}\``] : []),
    ...tests.map((file) => link(file)),
  ].join('<br>')
  const result = found
    ? `**${found.holds ? 'holds' : 'does not hold'}**, ${found.at.slice(0, 10)}`
    : command
      ? '**not run**'
      : 'tested at each change'
  return `| ${[fault.fault, fault.how, fault.bar, result, fault.visitor, repeat].join(' | ')} |`
}

function figuresTable({ drill, at, machine, holds, figures: found }: Result): string {
  const lines = Object.entries(found).map(([what, value]) => `| ${what} | ${value} |`)
  const state = holds ? 'The bar holds.' : 'The bar does not hold.'
  const head = `### ${drill}\n\n${state} ${at.replace('T', ' ')} UTC, ${machine}.\n`
  return [head, '| What | Figure |', '| --- | --- |', ...lines, ''].join('\n')
}

/** Renders docs/reliability.md from the faults and the saved results. */
export async function reliabilityPage(): Promise<string> {
  const known = results()
  const ofDrill = new Map(known.map((result) => [result.drill, result]))
  const page = [
    INTRODUCTION,
    '## Promises\n',
    ...PROMISES.map((promise) => `- ${promise}`),
    '\n## Faults\n',
    '| Fault | How | Bar | Result | What a visitor sees | Repeat it |',
    '| --- | --- | --- | --- | --- | --- |',
    ...FAULTS.map((fault) => faultRow(fault, ofDrill.get(fault.drill ?? fault.part ?? ''))),
    '\n## Figures of the last run\n',
    ...known.map(figuresTable),
  ]
  return format(page.join('\n'), { parser: 'markdown' })
}

/** Writes docs/reliability.md. */
export const writePage = async () => writeFileSync(PAGE, await reliabilityPage())

/** The committed docs/reliability.md. */
export const currentPage = () => readFileSync(PAGE, 'utf8')
