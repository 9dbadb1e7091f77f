type Stoppable = { stop(): Promise<void> }
type Closable = { close(): Promise<void> }

declare global {
  var awardsTestPostgres: Stoppable | undefined
  var awardsTestBucket: Closable | undefined
}

/** Stops what `global-setup.ts` started. */
export default async function globalTeardown() {
  await globalThis.awardsTestPostgres?.stop()
  await globalThis.awardsTestBucket?.close()
}
