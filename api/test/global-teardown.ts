declare global {
  var awardsTestPostgres: { stop(): Promise<void> } | undefined
}

/** Stops what `global-setup.ts` started. */
export default async function globalTeardown() {
  await globalThis.awardsTestPostgres?.stop()
}
