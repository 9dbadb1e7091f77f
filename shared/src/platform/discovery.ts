import { z } from 'zod'
import {
  EXPOSED,
  Integrity,
  MANIFEST_FILE,
  RemoteId,
  Version,
  releaseFolder,
  type ReleasePlace,
} from './names.ts'
import { RemoteRoute } from './release.ts'

/** The schema whose field names the document has; our rules are stricter than it. */
export const DISCOVERY_SCHEMA =
  'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json'

const Extension = z.strictObject({
  name: z.string(),
  exposes: z.array(z.string()).refine((list) => list.includes(EXPOSED), 'has no ./routes'),
  routes: z.array(RemoteRoute),
  /** A primary remote fills the page, so its failure does too; a regular one fails in its place. */
  kind: z.enum(['primary', 'regular']),
  /** Versions of the contract that the release was built for. */
  contract: z.string(),
  timeoutMs: z.int().min(100).max(60_000),
  prefetch: z.array(z.string()),
  /** Versions that were rolled back: an open tab leaves them at its next navigation. */
  withdrawn: z.array(Version).max(50),
})

const Entry = z.strictObject({
  url: z.string(),
  fallbackUrl: z.string().optional(),
  metadata: z.strictObject({ version: Version, integrity: Integrity }),
  deployment: z.strictObject({ traffic: z.int().min(0).max(100), default: z.boolean() }),
  extras: z.strictObject({ modulefederation: Extension }),
})
export type DiscoveryEntry = z.infer<typeof Entry>

/** Address of a release's manifest below one of the places. */
export const manifestUrl = (remote: string, version: string, place: ReleasePlace = '/mfe') =>
  releaseFolder(remote, version, place) + MANIFEST_FILE

function checkRemote(
  name: string,
  entries: readonly DiscoveryEntry[],
  note: (text: string) => void,
) {
  const versions = new Set(entries.map(({ metadata }) => metadata.version))
  if (versions.size !== entries.length) note(`${name} lists a version twice`)
  if (entries.filter(({ deployment }) => deployment.default).length !== 1) {
    note(`${name} needs exactly one default version`)
  }
  const traffic = entries.reduce((sum, { deployment }) => sum + deployment.traffic, 0)
  if (traffic !== 100) note(`the traffic of ${name} adds up to ${traffic}, not to 100`)
  for (const { url, fallbackUrl, metadata } of entries) {
    if (url !== manifestUrl(name, metadata.version)) note(`${url} is not of ${name}`)
    if (fallbackUrl && fallbackUrl !== manifestUrl(name, metadata.version, '/mfe-b')) {
      note(`${fallbackUrl} is not of ${name}`)
    }
  }
}

/**
 * The document that joins the remotes (`/discovery.json`). The first entry of a remote is what this
 * visitor gets; the one that is marked as default is the last that is known to be good.
 */
export const Discovery = z
  .strictObject({
    schema: z.literal(DISCOVERY_SCHEMA),
    microFrontends: z.record(RemoteId, z.array(Entry).min(1).max(10)),
  })
  .superRefine(({ microFrontends }, context) => {
    for (const [name, entries] of Object.entries(microFrontends)) {
      checkRemote(name, entries, (message) =>
        context.addIssue({ code: 'custom', message, path: ['microFrontends', name] }),
      )
    }
  })
export type DiscoveryDocument = z.infer<typeof Discovery>

/** Parses a document, or throws an error that names everything that is wrong with it. */
export function parseDiscovery(value: unknown): DiscoveryDocument {
  const parsed = Discovery.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`The discovery document is not valid: ${problems.join('; ')}`)
}
