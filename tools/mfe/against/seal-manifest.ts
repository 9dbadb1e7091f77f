import { createHash } from 'node:crypto'
import { MANIFEST_FILE, type RemoteRoute } from '@awards/shared/releases'
import { CommandError } from '../usage-error.ts'

const ENTRY = 'remoteEntry.js'

const digest = (bytes: string | Uint8Array) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

export type SealedManifest = { readonly text: string; readonly integrity: string }

async function read(url: string): Promise<Uint8Array> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(120_000) })
  if (answer.ok) return answer.bytes()
  throw new CommandError(`The remote does not compile; the messages of the build say why (${url}).`)
}

/**
 * The manifest of a working copy, completed as the build of a release does: its pages, and the digest of
 * its entry, which the shell insists on. `folder` is where the development server has the files.
 */
export async function sealManifest(
  folder: string,
  { version, routes }: { version: string; routes: readonly RemoteRoute[] },
): Promise<SealedManifest> {
  const [bytes, entry] = await Promise.all([read(folder + MANIFEST_FILE), read(folder + ENTRY)])
  const manifest = JSON.parse(Buffer.from(bytes).toString()) as {
    metaData: { buildInfo: Record<string, unknown> }
  }
  manifest.metaData.buildInfo['buildVersion'] = version
  const text = JSON.stringify({ ...manifest, routes, integrity: { [ENTRY]: digest(entry) } })
  return { text, integrity: digest(text) }
}
