import { recordProofs } from './proof-log.ts'

/** The global `proves` of jest tests; `globals.d.ts` has its type. */
globalThis.proves = (...ids) => {
  const { currentTestName: title } = expect.getState()
  if (!title) throw new Error(`Call proves(${ids.join(', ')}) inside a test or a beforeEach.`)
  recordProofs({ title, ids })
}
