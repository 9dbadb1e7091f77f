import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SCALE, type Scale } from './scale.ts'

/**
 * One test of a run. `full-only`: the core run leaves the test out and says what it would prove. `file` is relative to
 * the root, `proves` holds ids of `tools/conformance/lists.ts`.
 */
export type Row = {
  readonly file: string
  readonly title: string
  readonly status: 'passed' | 'failed' | 'full-only'
  readonly attempts: number
  readonly ms: number
  readonly proves: readonly string[]
}

export type RunReport = {
  readonly runner: 'jest' | 'playwright'
  readonly scale: Scale
  readonly rows: readonly Row[]
}

export const ROOT = resolve(import.meta.dirname, '../..')

/** Writes `<AWARDS_REPORTS>/<AWARDS_REPORT>.json`; without these variables a run leaves no report. */
export function writeRunReport(runner: RunReport['runner'], rows: readonly Row[]): void {
  const { AWARDS_REPORTS: folder, AWARDS_REPORT: name } = process.env
  if (!folder || !name) return
  mkdirSync(folder, { recursive: true })
  const report: RunReport = { runner, scale: SCALE, rows }
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(report, null, 1)}\n`)
}

/** The reports of every runner that a run of `npm test` or `npm run test:full` started. */
export function readRunReports(folder: string): RunReport[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}
