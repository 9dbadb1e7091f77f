import { relative } from 'node:path'
import { ROOT, type Row } from '../testing/run-report.ts'
import type { ProofRecord } from './proof-log.ts'

/** What is read of a test file's result in jest. */
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
 * Joins results with what the tests said they prove. jest has no other name for a test than its file and its full
 * title; where several tests share both, their proofs count when all of them have passed.
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
