/** Folders of releases whose scripts are asked for again, each under another address. */
const retried = new Map<string, number>()

/** From now on scripts below `folder` carry `?retry=n`: a browser joins a request that hangs. */
export function retryScriptsBelow(folder: string, attempt: number) {
  retried.set(folder, attempt)
}

/** The address to load a script from. */
export function retryAddress(url: URL): URL {
  if (url.search) return url
  for (const [folder, attempt] of retried) {
    if (url.pathname.startsWith(folder)) url.searchParams.set('retry', String(attempt))
  }
  return url
}
