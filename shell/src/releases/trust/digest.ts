import { LoadError } from '../failures/remote-error.ts'

const ALGORITHMS: Record<string, string> = {
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
}

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))

/** Reads the body of an answer, if it is what the digest says. */
export async function sealedText(response: Response, integrity: string): Promise<string> {
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
