import { isIntegrity, RELEASE_PLACES, releaseFolder } from '@awards/shared/releases'
import { LoadError } from '../failures/remote-error.ts'

/**
 * Returns the resolved address of a release's file, or throws. The comparison is made on the parsed
 * address, never on its text: `https://site.example.evil.net` begins like an address of ours.
 */
export function assertTrusted(address: string, name: string, version: string): URL {
  const url = new URL(address, window.location.href)
  const isOurs = url.origin === window.location.origin && !url.username && !url.password
  const isOfRelease = RELEASE_PLACES.some((place) =>
    url.pathname.startsWith(releaseFolder(name, version, place)),
  )
  // A server in front may read %2f as a slash.
  const isPlain =
    !url.hash && !url.pathname.includes('%') && (!url.search || /^\?retry=\d+$/.test(url.search))
  if (isOurs && isOfRelease && isPlain) return url
  const refusal = `${url.href} is not a file of ${name} ${version}`
  throw new LoadError({ phase: 'policy', kind: 'invalid', url: url.href }, refusal)
}

/** Returns the digest, or throws: a missing or malformed one must not switch the check off. */
export function assertIntegrity(integrity: string | undefined, file: string): string {
  if (integrity && isIntegrity(integrity)) return integrity
  const refusal = `${file} has no valid integrity`
  throw new LoadError({ phase: 'integrity', kind: 'invalid', url: file }, refusal)
}

const ALGORITHMS: Record<string, string> = {
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
}

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))

/** Reads the body of an answer, if it is what the digest says. */
export async function readVerified(response: Response, integrity: string): Promise<string> {
  const { url } = response
  const bytes = await response.arrayBuffer()
  const [algorithm = ''] = integrity.split('-')
  // Without https the browser has no digests to offer, but it still checks those of a request.
  const matches = globalThis.crypto.subtle
    ? `${algorithm}-${base64(await crypto.subtle.digest(ALGORITHMS[algorithm] ?? '', bytes))}` ===
      integrity
    : await fetch(url, { integrity, cache: 'force-cache', redirect: 'error' }).then(
        () => true,
        () => false,
      )
  if (matches) return new TextDecoder().decode(bytes)
  throw new LoadError(
    { phase: 'integrity', kind: 'invalid', status: response.status, url },
    `${url} is not what its integrity says`,
  )
}
