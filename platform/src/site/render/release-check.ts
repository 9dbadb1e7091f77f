import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { PUBLIC_ROUTES, ROUTES } from '@awards/shared/domain'
import {
  contractOf,
  DISCOVERY_SCHEMA,
  MANIFEST_FILE,
  routesOf,
  type GateProblem,
  type ReleaseManifest,
} from '@awards/shared/platform'
import type { AppContext } from '../../../../api/src/start/app-context.ts'
import { discoveryEntry } from '../../registry/discovery/discovery.ts'
import { routesOverlap } from '../../registry/gates/gates-routes.ts'
import { integrityOf, type ReleaseFiles } from '../../registry/gates/release-files.ts'
import { siteConfiguration } from '../site-configuration.ts'
import { oneRenderer } from './one-renderer.ts'
import { callsOfVisitor } from './public-calls.ts'
import { RenderedPage } from './rendered-pages.ts'
import { codeOf, RELEASE_FILE, shellCode } from './server-code.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Missing where the registry runs without a site. */
    checkRelease?: ReleaseCheck
  }
}

/** A release that is about to be published. */
export type Candidate = {
  readonly name: string
  readonly version: string
  readonly manifest: ReleaseManifest
  readonly files: ReleaseFiles
}
export type ReleaseCheck = (candidate: Candidate) => Promise<GateProblem[]>

const LANGUAGE = 'en'
const LOCAL_ADDRESS = '127.0.0.1'
const MAPS = ['/sitemap-pages.xml', '/sitemap-winners-1.xml']
const ADVICE =
  'The server has no window, document or storage: read them in an effect or an event handler. ' +
  'Try it with "npm run build" and "npm start".'

type Parts = Pick<AppContext, 'config' | 'identity' | 'log'>

/**
 * Renders every public page of a release with the data of this site, before the release is published: a page that
 * fails on the server would reach visitors and search engines empty. A route with parameters is rendered at the first
 * address that the sitemap has of it. Gives a problem of the gate `render_failed` for each page that throws, is not
 * found, or has no heading. Skips releases without code for the server.
 */
export function releaseCheck(app: FastifyInstance, { config, identity, log }: Parts): ReleaseCheck {
  const codeOfShell = shellCode(join(config.mfeDir, 'shell'))

  /** Addresses of this site by route; one for each route with parameters that has a page. */
  async function samples(candidate: Candidate): Promise<ReadonlyMap<string, string>> {
    const wanted = publicRoutes(candidate).filter(({ path }) => path.includes(':'))
    const found = new Map<string, string>()
    for (const url of MAPS) {
      const { body } = await app.inject({ url })
      for (const [, address = ''] of body.matchAll(/<loc>([^<]+)<\/loc>/g)) {
        const { pathname } = new URL(address)
        const route = wanted.find(({ path }) => routesOverlap(path, pathname))?.path
        if (route && !found.has(route)) found.set(route, pathname)
      }
    }
    return found
  }

  return async (candidate) => {
    const { name, version, files } = candidate
    const code = files.get(RELEASE_FILE)
    const shell = code && (await codeOfShell())
    if (!code || !shell) return []
    const renderer = oneRenderer(log)
    const configuration = siteConfiguration(config, await identity(), version)
    const discovery = discoveryOf(candidate)
    const remote = { name, code: codeOf(`${name} ${version}`, code) }

    const problemOf = async (route: string, path: string): Promise<string | undefined> => {
      try {
        const page = RenderedPage.parse(
          await renderer.render({
            shell,
            remote,
            page: { path, search: '', language: LANGUAGE, configuration, discovery },
            call: callsOfVisitor(app, LANGUAGE, LOCAL_ADDRESS),
          }),
        )
        if ('redirect' in page) return undefined
        if (page.status !== 200) return `it answers ${page.status}`
        return isDrawnLater(route) || /<h1[\s>]/.test(page.html) ? undefined : 'it has no h1'
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    }

    try {
      const known = await samples(candidate)
      const problems: GateProblem[] = []
      for (const { path: route } of publicRoutes(candidate)) {
        const path = route.includes(':') ? known.get(route) : route
        if (!path) continue
        // Twice: a page that was late on a busy machine is no broken one.
        const problem = (await problemOf(route, path)) && (await problemOf(route, path))
        if (!problem) continue
        const message = `${path} cannot be rendered on the server: ${problem}. ${ADVICE}`
        problems.push({ gate: 'render_failed', subject: route, message })
      }
      return problems
    } finally {
      renderer.close()
    }
  }
}

const publicRoutes = ({ name, manifest }: Candidate) =>
  routesOf(name, manifest).filter(({ wrappers }) => wrappers.length === 0)

/** A page of the table that nobody finds by searching, as an invitation, may draw its content in the browser alone. */
const isDrawnLater = (route: string) =>
  ROUTES.some(({ path }) => path === route) && !PUBLIC_ROUTES.some(({ path }) => path === route)

/** A site that has this release alone: what the shell needs to place its pages. */
function discoveryOf(candidate: Candidate) {
  const { name, version, manifest, files } = candidate
  const release = {
    name,
    version,
    preview: false,
    integrity: integrityOf(files.get(MANIFEST_FILE) ?? Buffer.alloc(0)),
    routes: routesOf(name, manifest),
    exposes: manifest.exposes.map(({ path }) => path),
    contract: contractOf(manifest),
  }
  const entry = discoveryEntry(release, { version, traffic: 100, default: true })
  return { schema: DISCOVERY_SCHEMA, microFrontends: { [name]: [entry] } }
}
