import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { ROOT, writeRunReport, type Row } from '../testing/run-report.ts'

const STATUS = { expected: 'passed', flaky: 'passed', unexpected: 'failed' } as const

/** Writes the report of a Playwright run: each test with its result and with what its annotations say it proves. */
export default class RowsReporter implements Reporter {
  #suite: Suite | undefined

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite
  }

  onEnd(): void {
    writeRunReport('playwright', this.#suite?.allTests().flatMap(rowOf) ?? [])
  }

  printsToStdio(): boolean {
    return false
  }
}

/** A test that the core run leaves to the full run is tagged @full and listed or skipped; other skipped tests have no row. */
export function rowOf(test: TestCase): Row[] {
  const outcome = test.outcome()
  const isFullOnly = test.tags.includes('@full') && outcome === 'skipped'
  if (outcome === 'skipped' && !isFullOnly) return []
  return [
    {
      file: relative(ROOT, test.location.file),
      title: titleOf(test),
      status: outcome === 'skipped' ? 'full-only' : STATUS[outcome],
      attempts: outcome === 'skipped' ? 0 : test.results.length,
      ms: test.results.reduce((sum, { duration }) => sum + duration, 0),
      proves: provenBy(test),
    },
  ]
}

/** The path without its first parts: the root suite, the project and the file. */
const titleOf = (test: TestCase) => test.titlePath().slice(3).join(' › ')

const provenBy = ({ annotations }: TestCase) => [
  ...new Set(
    annotations.filter(({ type }) => type === 'proves').map(({ description = '' }) => description),
  ),
]
