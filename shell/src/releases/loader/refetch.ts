import type { Problem } from '../failures/remote-error.ts'

/**
 * Lets webpack try again. It keeps a module whose evaluation failed, with its error, and rethrows the
 * error for ever; each build notes its module cache on the window (`kernel/forget-failures.ts`).
 */
export function forgetFailures() {
  for (const cache of window.__awardsModuleCaches ?? []) {
    for (const id of Object.keys(cache)) {
      if (cache[id]?.error !== undefined) delete cache[id]
    }
  }
}

/** Folders of releases whose scripts are retried, each with its retry number. */
const retried = new Map<string, number>()

let retries = 0

/** Next retry number of this tab: makes an address that no pending request has. */
export const nextRetry = () => ++retries

/** Adds `?retry=n` to scripts below `folder` from now on: a browser joins a request that hangs. */
export function retryScriptsBelow(folder: string, retry: number) {
  retried.set(folder, retry)
}

/** The address to load a script from. */
export function retryAddress(url: URL): URL {
  if (url.search) return url
  for (const [folder, retry] of retried) {
    if (url.pathname.startsWith(folder)) url.searchParams.set('retry', String(retry))
  }
  return url
}

/** Longer than a style sheet takes on a slow line; then the retry goes on without it. */
const TIMEOUT_MS = 8_000

/** Addresses whose bytes did not match their digest. */
const corrupt = new Set<string>()

export function markCorrupt({ phase, url }: Problem) {
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
  // A failed fetch fails again at the retry, which reports it.
  await Promise.allSettled(addresses.map(refetch))
}
