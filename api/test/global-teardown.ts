type Stoppable = { stop(): Promise<void> }
type Closable = { close(): Promise<void> }

declare global {
  var awardsTestPostgres: Stoppable | undefined
  var awardsTestBucket: Closable | undefined
}

/** Stops the servers of `global-setup.ts`. */
export default async function globalTeardown() {
  await globalThis.awardsTestPostgres?.stop()
  await globalThis.awardsTestBucket?.close()
}
