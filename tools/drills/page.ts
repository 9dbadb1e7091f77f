import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { format } from 'prettier'
import { FAULTS, PROMISES, type Fault } from './faults.ts'
import { results, type Result } from './outcome.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** The generated page. */
export const PAGE = join(ROOT, 'docs/reliability.md')

const INTRODUCTION = `# Reliability

What the site promises when something breaks, how each fault was rehearsed, and what was found. A drill is repeated with
\`npm run test:full -- --only drills <name>\`; it needs a Linux machine and says which program it misses. Each writes its figures to
\`tools/drills/results\` and makes this page again. The figures are those of the machine that is named beside them;
the counts of what was lost do not depend on it.
`

const link = (file: string) => `[${file.split('/').at(-1)}](../${file})`

function row({ fault, how, bar, drill, tests, visitor }: Fault, found: Result | undefined) {
  const repeat = [
    ...(drill ? [`\`npm run test:full -- --only drills ${drill}\``] : []),
    ...tests.map((file) => link(file)),
  ].join('<br>')
  const result = found
    ? `**${found.holds ? 'holds' : 'does not hold'}**, ${found.at.slice(0, 10)}`
    : drill
      ? '**not run**'
      : 'tested at each change'
  return `| ${[fault, how, bar, result, visitor, repeat].join(' | ')} |`
}

function figures({ drill, at, machine, holds, figures: found }: Result): string {
  const lines = Object.entries(found).map(([what, value]) => `| ${what} | ${value} |`)
  const state = holds ? 'The bar holds.' : 'The bar does not hold.'
  const head = `### ${drill}\n\n${state} ${at.replace('T', ' ')} UTC, ${machine}.\n`
  return [head, '| What | Figure |', '| --- | --- |', ...lines, ''].join('\n')
}

/** The page as the table of faults and the kept results make it. */
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
    ...FAULTS.map((fault) => row(fault, fault.drill ? ofDrill.get(fault.drill) : undefined)),
    '\n## Figures of the last run\n',
    ...known.map(figures),
  ]
  return format(page.join('\n'), { parser: 'markdown' })
}

/** Writes the page anew. */
export const writePage = async () => writeFileSync(PAGE, await reliabilityPage())

/** The page as it stands in the tree. */
export const currentPage = () => readFileSync(PAGE, 'utf8')
