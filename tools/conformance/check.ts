import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MUTANTS } from '../security/all-mutants.ts'
import { readRunReports, ROOT } from '../testing/run-report.ts'
import { conformanceOf, problemsOf, summaryOf } from './conformance.ts'

/**
 * Reads what the runners of a whole run reported, writes `conformance.json` beside it and says what is not proven.
 * Gives the exit code.
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
