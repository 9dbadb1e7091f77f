const INTEGRITY = /^sha(256|384|512)-[A-Za-z0-9+/]{43,88}={0,2}$/

/**
 * Returns the resolved address of a release's file, or throws. The comparison is made on the parsed
 * address, never on its text: `https://site.example.evil.net` begins like an address of ours.
 */
export function assertTrusted(address: string, name: string, version: string): URL {
  const url = new URL(address, window.location.href)
  const isOurs = url.origin === window.location.origin && !url.username && !url.password
  const isOfRelease = url.pathname.startsWith(`/mfe/${name}/${version}/`)
  const isPlain = !url.hash && (!url.search || /^\?retry=\d+$/.test(url.search))
  if (isOurs && isOfRelease && isPlain) return url
  throw new Error(`${url.href} is not a file of ${name} ${version}`)
}

/** Returns the digest, or throws: a missing or malformed one must not switch the check off. */
export function assertIntegrity(integrity: string | undefined, file: string): string {
  if (integrity && INTEGRITY.test(integrity)) return integrity
  throw new Error(`${file} has no valid integrity`)
}
