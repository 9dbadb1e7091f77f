/** Folders of releases whose scripts are asked for again, each under another address. */
const retried = new Map<string, number>()

let retries = 0

/** Number of a try in this tab, for an address that nothing else waits at. */
export const nextRetry = () => ++retries

/** From now on scripts below `folder` carry `?retry=n`: a browser joins a request that hangs. */
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
