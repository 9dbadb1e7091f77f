import { SCRIPT_TIMEOUT_MS } from '@awards/shared/domain'
import { isIntegrity, RELEASE_PLACES, releaseFolder } from '@awards/shared/releases'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { LoadError } from '../failures/remote-error.ts'

const refusal = (url: string, reason: string) =>
  new LoadError({ phase: 'policy', kind: 'invalid', url }, `${url} ${reason}`)

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
  throw refusal(url.href, `is not a file of ${name} ${version}`)
}

/** Returns the digest, or throws: a missing or malformed one must not switch the check off. */
export function assertIntegrity(integrity: string | undefined, file: string): string {
  if (integrity && isIntegrity(integrity)) return integrity
  throw new LoadError(
    { phase: 'integrity', kind: 'invalid', url: file },
    `${file} has no valid integrity`,
  )
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

type InitArgs = Parameters<NonNullable<ModuleFederationRuntimePlugin['beforeInitContainer']>>[0]
type ShareScope = InitArgs['shareScope']

const copyOf = (scope: ShareScope): ShareScope =>
  Object.fromEntries(
    Object.entries(scope).map(([key, versions]) => [
      key,
      Object.fromEntries(
        Object.entries(versions).map(([version, shared]) => [
          version,
          {
            ...shared,
            useIn: [...(shared.useIn ?? [])],
            deps: [...(shared.deps ?? [])],
            shareConfig: { ...shared.shareConfig },
          },
        ]),
      ),
    ]),
  )

/**
 * Gives every remote a share scope of its own, filled with what the shell provides. One that damages
 * its scope while it starts hurts itself alone; the modules behind the entries stay the same for all.
 */
function isolateShareScope(args: InitArgs): InitArgs {
  const own = Object.fromEntries(
    Object.entries(args.origin.shareScopeMap).map(([name, scope]) => [name, copyOf(scope)]),
  )
  const { shareScope: key } = args.remoteInfo
  const first = (Array.isArray(key) ? key[0] : key) ?? 'default'
  const remoteEntryInitOptions = { ...args.remoteEntryInitOptions }
  Object.defineProperty(remoteEntryInitOptions, 'shareScopeMap', { value: own, enumerable: false })
  return { ...args, shareScope: (own[first] ??= {}), remoteEntryInitOptions }
}

/** What the loader knows about an entry script before the runtime asks for it. */
type ExpectedScript = { name: string; version: string; integrity: string }

const expected = new Map<string, ExpectedScript>()

/** Allows an entry script; the plugin refuses any other. */
export function expectScript(url: string, script: ExpectedScript) {
  expected.set(url, script)
}

function createEntryScript(address: string): HTMLScriptElement {
  const known = expected.get(new URL(address, window.location.href).href)
  if (!known) throw refusal(address, 'is not the entry of a known release')
  const script = document.createElement('script')
  script.src = assertTrusted(address, known.name, known.version).href
  script.async = true
  script.integrity = known.integrity
  script.crossOrigin = 'anonymous'
  script.dataset.remote = known.name
  return script
}

/** Guards everything that the federation runtime puts into the document, and hands to a remote. */
export const guard: ModuleFederationRuntimePlugin = {
  name: 'awards-guard',
  createScript: ({ url }) => ({ script: createEntryScript(url), timeout: SCRIPT_TIMEOUT_MS }),
  createLink: ({ url }) => {
    throw refusal(url, 'is refused: a release brings its styles itself')
  },
  // A remote is given as container and entry; the runtime has no manifest to read.
  fetch: (url) => {
    throw refusal(url, 'is refused: the loader reads manifests itself')
  },
  beforeInitContainer: isolateShareScope,
}
