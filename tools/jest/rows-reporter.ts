import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT, writeRunReport, type Row } from '../testing/run-report.ts'

/** The ids that a test proves, one line of the proof log. */
export type ProofRecord = {
  readonly file: string
  readonly title: string
  readonly ids: readonly string[]
}

/** The part of jest's result of a test file that the report needs. */
export type FileResult = {
  readonly testFilePath: string
  readonly testExecError?: unknown
  readonly testResults: readonly {
    readonly ancestorTitles: readonly string[]
    readonly title: string
    readonly fullName: string
    readonly status: string
    readonly duration?: number | null
    readonly invocations?: number
  }[]
}

const keyOf = (file: string, title: string) => JSON.stringify([file, title])

/**
 * Joins results with the recorded proofs. jest identifies a test by its file and full title only; if several tests
 * share both, their proofs count when all of them have passed.
 */
export function joinRows(results: readonly FileResult[], records: readonly ProofRecord[]): Row[] {
  const proofs = new Map<string, Set<string>>()
  for (const { file, title, ids } of records) {
    const key = keyOf(file, title)
    proofs.set(key, new Set([...(proofs.get(key) ?? []), ...ids]))
  }
  return results.flatMap((result) => rowsOf(result, proofs))
}

function rowsOf(result: FileResult, proofs: Map<string, Set<string>>): Row[] {
  const file = relative(ROOT, result.testFilePath)
  const ran = result.testResults.filter(({ status }) => status === 'passed' || status === 'failed')
  const failed = new Set(
    ran.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  )
  const rows = ran.map(({ ancestorTitles, title, fullName, status, duration, invocations }) => {
    const holds = status === 'failed' || !failed.has(fullName)
    return {
      file,
      title: [...ancestorTitles, title].join(' › '),
      status: status === 'failed' ? ('failed' as const) : ('passed' as const),
      attempts: invocations ?? 1,
      ms: duration ?? 0,
      proves: holds ? [...(proofs.get(keyOf(result.testFilePath, fullName)) ?? [])] : [],
    }
  })
  if (!result.testExecError) return rows
  const broken = { title: 'the file could not be run', status: 'failed' as const }
  return [...rows, { file, ...broken, attempts: 1, ms: 0, proves: [] }]
}

/** jest reporter: writes each test with its result and the ids that it proves. */
export default class RowsReporter {
  #folder = mkdtempSync(join(tmpdir(), 'awards-proofs-'))
  #log = join(this.#folder, 'log')

  constructor() {
    // Set before jest starts its workers, which inherit the environment.
    process.env['AWARDS_PROOF_LOG'] = this.#log
  }

  onRunComplete(_contexts: unknown, { testResults }: { testResults: readonly FileResult[] }) {
    const lines = existsSync(this.#log) ? readFileSync(this.#log, 'utf8').trim().split('\n') : []
    rmSync(this.#folder, { recursive: true })
    const records = lines.filter(Boolean).map((line) => JSON.parse(line) as ProofRecord)
    writeRunReport('jest', joinRows(testResults, records))
  }
}
