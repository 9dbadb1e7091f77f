/** Addresses that are keys themselves: whoever holds one may read or write what is behind it. */
const KEYS = /^(\/files\/(?:upload|resume|sheet)\/).+/

/** The path of a request as it may be written down: without its query, and without the key that it may be. */
export function loggedPath(url: string): string {
  const path = url.split('?')[0] ?? ''
  // The router decodes too, so that another spelling leads to the same place.
  const key = KEYS.exec(decoded(path))
  return key ? `${key[1]}…` : path
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
