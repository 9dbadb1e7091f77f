import { createHash } from 'node:crypto'
import { ROUTES } from '@awards/shared/domain'
import type { Release } from './releases.ts'

const SCHEMA =
  'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json'
const MANIFEST_TIMEOUT_MS = 8000

const entryOf = ({ name, version, integrity }: Release) => ({
  url: `/mfe/${name}/${version}/mf-manifest.json`,
  metadata: { version, integrity },
  deployment: { traffic: 100, default: true },
  extras: {
    modulefederation: {
      name: name.replaceAll('-', '_'),
      exposes: ['./routes'],
      routes: ROUTES.filter(({ owner }) => owner === name).map(({ path }) => path),
      kind: 'primary',
      timeoutMs: MANIFEST_TIMEOUT_MS,
      prefetch: [],
    },
  },
})

/** The discovery document, with the names of the AWS frontend-discovery schema. */
export const discoveryDocument = (releases: readonly Release[]) => ({
  schema: SCHEMA,
  microFrontends: Object.fromEntries(releases.map((release) => [release.name, [entryOf(release)]])),
})

export const discoveryEtag = (text: string) =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
