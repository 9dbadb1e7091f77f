import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MUTANTS } from '../security/mutants.ts'
import { type Row, readRunReports, ROOT } from '../testing/run-report.ts'
import { LISTS, type Item, type ListName } from './lists.ts'

type Proof = { readonly file: string; readonly title: string }
type Status = 'passed' | 'full-only' | 'missing' | 'failed'

/** A requirement with the tests that prove it, as in `test-results/conformance.json`. */
export type ConformanceRow = Item & { readonly proof: readonly Proof[]; readonly status: Status }
export type Conformance = Readonly<Record<ListName, readonly ConformanceRow[]>>

/** A security mutant: the test file that has to kill it, and the check that this file proves. */
export type Claim = { readonly check: number; readonly name: string; readonly test: string }

type Run = {
  readonly rows: readonly Row[]
  /** In the full run, `full-only` counts as a problem. */
  readonly isFull: boolean
  readonly claims: readonly Claim[]
}

type Test = Proof & { status: Row['status']; readonly proves: Set<string> }

/** Joins repeated runs of a test, e.g. on another storage: it passed if no run failed. */
function testsOf(rows: readonly Row[]): Test[] {
  const tests = new Map<string, Test>()
  for (const { file, title, status, proves: ids } of rows) {
    const key = JSON.stringify([file, title, status === 'full-only'])
    const test = tests.get(key) ?? { file, title, status, proves: new Set() }
    tests.set(key, test)
    for (const id of ids) test.proves.add(id)
    if (status === 'failed') test.status = status
  }
  return [...tests.values()]
}

/** Finds the tests that prove each requirement. */
export function conformanceOf(rows: readonly Row[], lists: typeof LISTS = LISTS): Conformance {
  const tests = testsOf(rows)
  const entries = Object.entries(lists).map(([name, items]) => [
    name,
    items.map((item) => ({ ...item, ...judge(tests.filter((test) => test.proves.has(item.id))) })),
  ])
  return Object.fromEntries(entries)
}

function judge(tests: readonly Test[]): { proof: Proof[]; status: Status } {
  const passed = tests.filter(({ status }) => status === 'passed')
  if (passed.length > 0) return { proof: passed.map(nameOf), status: 'passed' }
  if (tests.some(({ status }) => status === 'failed')) return { proof: [], status: 'failed' }
  return { proof: tests.map(nameOf), status: tests.length > 0 ? 'full-only' : 'missing' }
}

const nameOf = ({ file, title }: Proof): Proof => ({ file, title })

/** Problems of a run, each with advice. */
export function problemsOf(conformance: Conformance, run: Run): string[] {
  const tests = testsOf(run.rows)
  const all = Object.values(conformance).flat()
  return [
    ...all.flatMap((row) => shortcoming(row, tests, run.isFull)),
    ...tests.flatMap((test) => unknownIds(test, all)),
    ...run.claims.flatMap((claim) => emptyClaim(claim, tests)),
  ]
}

function shortcoming(row: ConformanceRow, tests: readonly Test[], isFull: boolean): string[] {
  const { id, text, status } = row
  const what = `${id} (${text})`
  if (status === 'missing') {
    return [`${what}: no test proves it. Call proves('${id}') in the test that shows it.`]
  }
  if (status === 'failed') {
    const failed = tests.filter((test) => test.status === 'failed' && test.proves.has(id))
    return failed.map(({ file, title }) => `${what}: its test failed, ${file}: ${title}`)
  }
  if (status === 'full-only' && isFull) {
    return [`${what}: the full run left its tests out. Run them with SCALE=full.`]
  }
  return []
}

const unknownIds = ({ file, title, proves: ids }: Test, all: readonly ConformanceRow[]) =>
  [...ids]
    .filter((proven) => !all.some(({ id }) => id === proven))
    .map((id) => `${file}: ${title} proves “${id}”, which is in no list of tools/conformance.`)

function emptyClaim({ check, name, test: file }: Claim, tests: readonly Test[]): string[] {
  const id = `security ${check}`
  const isProven = tests.some(
    (test) => test.file === file && test.status !== 'failed' && test.proves.has(id),
  )
  if (isProven) return []
  return [`The mutant “${name}” names ${file}, where no test that passed proves ${id}.`]
}

/** One line for each list: `calls 74 of 74`. */
export function summaryOf(conformance: Conformance): string[] {
  return Object.entries(conformance).map(([name, rows]) => {
    const count = (wanted: Status) => rows.filter(({ status }) => status === wanted).length
    const later = count('full-only')
    const line = `${name} ${count('passed')} of ${rows.length}`
    return later > 0 ? `${line}, ${later} in the full run only` : line
  })
}

/**
 * Reads the reports of a whole run, writes `conformance.json` and prints the requirements that are not proven.
 * Returns the exit code.
 */
export function checkConformance(results: string, say: (line: string) => void): number {
  const folder = join(results, 'runs')
  const reports = existsSync(folder) ? readRunReports(folder) : []
  if (reports.length === 0) {
    say(`There is no report in ${folder}. Run npm test, which writes them.`)
    return 1
  }
  const rows = reports.flatMap((report) => report.rows)
  const isFull = reports.some(({ scale }) => scale === 'full')
  const conformance = conformanceOf(rows)
  writeFileSync(join(results, 'conformance.json'), `${JSON.stringify(conformance, null, 2)}\n`)
  const problems = problemsOf(conformance, { rows, isFull, claims: MUTANTS })
  for (const line of [...summaryOf(conformance), ...problems]) say(line)
  return problems.length > 0 ? 1 : 0
}

if (import.meta.main) {
  process.exitCode = checkConformance(join(ROOT, 'test-results'), (line) => console.log(line))
}
