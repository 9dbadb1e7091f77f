import { appendFileSync } from 'node:fs'
import type { ProofRecord } from './rows-reporter.ts'

// As `jest.retryTimes(1, { logErrorsBeforeRetry: true })`: tests loaded by Node have no `jest` object.
// Neither the full run nor a mutant retries.
if (process.env['SCALE'] !== 'full' && process.env['RETRIES'] !== '0') {
  Object.assign(globalThis, {
    [Symbol.for('RETRY_TIMES')]: 1,
    [Symbol.for('LOG_ERRORS_BEFORE_RETRY')]: true,
  })
}

/** The global `proves` of jest tests; `globals.d.ts` has its type. */
globalThis.proves = (...ids) => {
  const { currentTestName: title, testPath: file } = expect.getState()
  if (!title) throw new Error(`Call proves(${ids.join(', ')}) inside a test or a beforeEach.`)
  // A file, since workers send only jest's own results to the reporter.
  const log = process.env['AWARDS_PROOF_LOG']
  const record = { file: file ?? '', title, ids } satisfies ProofRecord
  if (log) appendFileSync(log, `${JSON.stringify(record)}\n`)
}
