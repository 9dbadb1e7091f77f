import type { Problem } from '../failures/remote-error.ts'

/** Longer than a style sheet takes on a slow line; then the retry goes on without it. */
const TIMEOUT_MS = 8_000

/** Addresses whose bytes did not match their digest. */
const corrupt = new Set<string>()

export function noteCorrupt({ phase, url }: Problem) {
  if (phase === 'integrity' && url) corrupt.add(new URL(url, document.baseURI).href)
}

/**
 * Fetches corrupt files past the HTTP cache, which keeps their answer for a year. Scripts get another address at a
 * retry, but a build writes the addresses of its style sheets itself, so only a good copy in the cache mends them.
 */
export async function refetchCorrupt(): Promise<void> {
  const addresses = [...corrupt]
  corrupt.clear()
  const refetch = async (address: string) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(address, { cache: 'reload', signal })
    await answer.arrayBuffer()
  }
  // What cannot be fetched fails once more at the retry, and says so.
  await Promise.allSettled(addresses.map(refetch))
}
