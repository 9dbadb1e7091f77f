import { createRequire } from 'node:module'
import { type RemoteRoute, releaseFolder } from '@awards/shared/releases'
import { LOCAL_VERSION } from '../mfe/against/local-build.ts'
import {
  hasPage,
  rewriteDiscovery,
  rewriteDocument,
  type Local,
  sealManifest,
} from '../mfe/against/rewrite.ts'
import { CommandError } from '../mfe/command.ts'
import type { Builds } from './builds.ts'

type Facts = { remoteRoutes(remote: string): RemoteRoute[] }
type Workspace = { packageJson(name: string): { version: string } }
type Policies = { overlayPolicy(name: string): string }

const require = createRequire(import.meta.url)
const { remoteRoutes } = require('../../shared/build/release-facts.cjs') as Facts
const { packageJson } = require('../../shared/build/workspace.cjs') as Workspace
const { overlayPolicy } = require('../../shared/build/dev/dev-server.cjs') as Policies

/** The site's policy, with the overlays of the builds: their names, and that they dress themselves. */
export function withOverlays(policy: string, packages: readonly string[]): string {
  return policy
    .split('; ')
    .map((part) =>
      part.startsWith('trusted-types ') ? [part, ...packages.map(overlayPolicy)].join(' ') : part,
    )
    .concat("style-src-attr 'unsafe-inline'")
    .join('; ')
}

/** What documents and discovery say of the remotes under development, in the place of releases. */
export function localDocuments(builds: Builds, remotes: readonly string[]) {
  const routesOf = new Map(remotes.map((name) => [name, remoteRoutes(name)]))
  const contract = `^${packageJson('shared').version}`

  async function sealed(name: string) {
    const origin = await builds.origin(name)
    const place = { version: LOCAL_VERSION, routes: routesOf.get(name) ?? [] }
    return sealManifest(`${origin}${releaseFolder(name, LOCAL_VERSION)}`, place)
  }

  async function localOf(name: string): Promise<Local | undefined> {
    try {
      const { integrity } = await sealed(name)
      const routes = routesOf.get(name) ?? []
      return { name, version: LOCAL_VERSION, integrity, routes, contract }
    } catch (error) {
      // The others go on; the shell says of this one that it is not there.
      if (error instanceof CommandError) return undefined
      throw error
    }
  }

  const all = async () =>
    (await Promise.all(remotes.map(localOf))).filter((one): one is Local => one !== undefined)

  return {
    manifest: async (name: string) => (await sealed(name)).text,
    document: async (html: string) =>
      (await all()).reduce((text, local) => rewriteDocument(text, local), html),
    discovery: async (text: string) =>
      (await all()).reduce((rewritten, local) => rewriteDiscovery(rewritten, local), text),
    /** Whether a remote under development has this page, of which the table of pages may not know. */
    hasPage: (path: string) => remotes.some((name) => hasPage(routesOf.get(name) ?? [], path)),
  }
}
export type LocalDocuments = ReturnType<typeof localDocuments>
