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
} from '@awards/shared/releases'
import type { AppContext } from '../../../../api/src/start/app-context.ts'
import { discoveryEntry } from '../../registry/discovery/discovery.ts'
import { routesOverlap } from '../../registry/gates/gates-routes.ts'
import { integrityOf, type ReleaseFiles } from '../../registry/gates/release-files.ts'
import { siteConfiguration } from '../document.ts'
import { rendererClient } from './renderer-client.ts'
import { anonymousCalls, RenderedPage } from './rendered-pages.ts'
import { codeOf, RELEASE_FILE, shellCode } from './server-code.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent if the registry runs without a site. */
    checkRelease?: ReleaseCheck
  }
}

/** A release before its publication. */
export type Candidate = {
  readonly name: string
  readonly version: string
  readonly manifest: ReleaseManifest
  readonly files: ReleaseFiles
}
export type ReleaseCheck = (candidate: Candidate) => Promise<GateProblem[]>

const LANGUAGE = 'en'
const LOCAL_ADDRESS = '127.0.0.1'
const SITEMAPS = ['/sitemap-pages.xml', '/sitemap-winners-1.xml']
const ADVICE =
  'The server has no window, document or storage: read them in an effect or an event handler. ' +
  'Try it with "npm run build" and "npm start".'

type Parts = Pick<AppContext, 'config' | 'identity' | 'log'>

/**
 * Gate `render_failed`: renders every public page of a release with the data of this site, since a page that fails on
 * the server would reach visitors and search engines empty. Routes with parameters use the first matching URL of the
 * sitemap. Returns a problem for each page that throws, is not found, or has no `h1`. Skips releases without server code.
 */
export function releaseCheck(app: FastifyInstance, { config, identity, log }: Parts): ReleaseCheck {
  const codeOfShell = shellCode(join(config.mfeDir, 'shell'))

  /** Sample paths from the sitemaps by route with parameters. */
  async function samples(candidate: Candidate): Promise<ReadonlyMap<string, string>> {
    const wanted = publicRoutes(candidate).filter(({ path }) => path.includes(':'))
    const found = new Map<string, string>()
    for (const url of SITEMAPS) {
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
    const renderer = rendererClient(log)
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
            call: anonymousCalls(app, LANGUAGE, LOCAL_ADDRESS),
          }),
        )
        if ('redirect' in page) return undefined
        if (page.status !== 200) return `it answers ${page.status}`
        return isClientRendered(route) || /<h1[\s>]/.test(page.html) ? undefined : 'it has no h1'
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
        // Retries once: a page may time out on a busy machine.
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
  routesOf(name, manifest).filter(
    ({ wrappers, rights = [] }) => wrappers.length + rights.length === 0,
  )

/** Pages of the table that are not indexed, such as invitations, may render in the browser only. */
const isClientRendered = (route: string) =>
  ROUTES.some(({ path }) => path === route) && !PUBLIC_ROUTES.some(({ path }) => path === route)

/** A discovery document with this release only. */
function discoveryOf(candidate: Candidate) {
  const { name, version, manifest, files } = candidate
  const release = {
    name,
    version,
    preview: false,
    integrity: integrityOf(files.get(MANIFEST_FILE) ?? Buffer.alloc(0)),
    routes: routesOf(name, manifest),
    exposes: manifest.exposes.map(({ path }) => path),
    menu: manifest.menu ?? [],
    contract: contractOf(manifest),
    isSealed: manifest.sealed === true,
  }
  const entry = discoveryEntry(release, { version, traffic: 100, default: true })
  return { schema: DISCOVERY_SCHEMA, microFrontends: { [name]: [entry] } }
}
