import type { Release } from './discovery.ts'
import { assertIntegrity, assertTrusted } from './policy.ts'

/** What the loader takes from a release's manifest. */
export type Entry = { url: string; integrity: string; globalName: string }

type Manifest = {
  metaData: { globalName: string; remoteEntry: { name: string; path: string } }
  integrity?: Record<string, string>
}

const MANIFEST_TIMEOUT_MS = 8000

/** Fetches the manifest, which the browser checks against the digest that discovery gave. */
export async function readManifest(release: Release): Promise<Entry> {
  const response = await fetch(release.manifestUrl, {
    integrity: release.integrity,
    redirect: 'error',
    signal: AbortSignal.timeout(MANIFEST_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${release.manifestUrl} answered ${response.status}`)
  const { metaData, integrity } = (await response.json()) as Manifest
  const file = [metaData.remoteEntry.path, metaData.remoteEntry.name].filter(Boolean).join('/')
  const url = assertTrusted(new URL(file, release.manifestUrl).href, release.name, release.version)
  return {
    url: url.href,
    integrity: assertIntegrity(integrity?.[file], url.href),
    globalName: metaData.globalName,
  }
}
