import { appendFileSync } from 'node:fs'

/** What a test file writes down while it runs: a test that proves something, or one that the core run leaves out. */
export type ProofRecord = {
  readonly file: string
  readonly title: string
  readonly ids: readonly string[]
  readonly isFullOnly?: boolean
}

/** A file of the operating system's: test files run in worker processes, from which jest's reporter gets results only. */
export function recordProofs(record: Omit<ProofRecord, 'file'>): void {
  const log = process.env['AWARDS_PROOF_LOG']
  if (!log) return
  const { testPath: file } = expect.getState()
  appendFileSync(log, `${JSON.stringify({ file, ...record })}\n`)
}
