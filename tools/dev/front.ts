import {
  MANIFEST_FILE,
  RELEASE_PLACES,
  releaseFolder,
  releaseOfPath,
  type RemoteRoute,
} from '@awards/shared/releases'
import { LOCAL_VERSION } from '../mfe/against/local-build.ts'
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createProxyMiddleware, responseInterceptor } from 'http-proxy-middleware'
import { listen } from '../../api/src/start/ports.ts'
import type { Builds } from './builds.ts'
import type { Ports } from './options.ts'
import { Broken, type WatchedProcess } from './watched-process.ts'
import { createRequire } from 'node:module'
import {
  hasPage,
  rewriteDiscovery,
  rewriteDocument,
  type Local,
  sealManifest,
} from '../mfe/against/rewrite.ts'
import { CommandError } from '../mfe/command.ts'

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
type LocalDocuments = ReturnType<typeof localDocuments>

/** Which of the running parts answers a path. */
type Part =
  | { readonly part: 'api' | 'shell' | 'simulators' }
  | { readonly part: 'remote'; readonly name: string; readonly file: string }

/** First segments of what mailbox and providers of the demo answer in a browser. */
export const SIMULATOR_PAGES = ['mailbox', 'wallet', 'card', 'vies', 'oidc', 'pa'] as const

const firstSegment = (path: string) => path.split('/')[1] ?? ''
const isSimulatorPage = (path: string) =>
  (SIMULATOR_PAGES as readonly string[]).includes(firstSegment(path))

/**
 * Who answers a path. Files of the shell and of the remotes under development come from their builds, both places
 * of a remote from the same one; everything that is nobody else's is the server's.
 */
export function partOf(path: string): Part {
  if (path.startsWith('/assets/')) return { part: 'shell' }
  const release = releaseOfPath(path)
  if (release?.version === LOCAL_VERSION) {
    const { name } = release
    const folder = RELEASE_PLACES.map((place) => releaseFolder(name, LOCAL_VERSION, place)).find(
      (one) => path.startsWith(one),
    )
    if (folder) return { part: 'remote', name, file: path.slice(folder.length) }
  }
  if (isSimulatorPage(path)) return { part: 'simulators' }
  return { part: 'api' }
}

const HOST = '127.0.0.1'
const NO_STORE = { 'cache-control': 'no-store' }
/** A build that was busy closes the connections that it had left open just when one of them is used again. */
const agent = new Agent({ keepAlive: false })

type Options = {
  readonly ports: Ports
  readonly url: string
  readonly packages: readonly string[]
  readonly builds: Builds
  readonly documents: LocalDocuments
  readonly api: WatchedProcess
  readonly simulators: WatchedProcess
}

const pathOf = ({ url }: IncomingMessage) => (url ?? '/').split('?')[0] ?? '/'
const isPage = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && (headers.accept ?? '').includes('text/html')
const isRepeatable = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

function refuse(response: ServerResponse | Socket, status: number, text: string) {
  if (!('writeHead' in response) || response.headersSent) return void response.destroy()
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...NO_STORE })
    .end(`${text}\n`)
}

/** Says why a part does not answer, and what to do. */
function refuseFor(response: ServerResponse | Socket, error: unknown) {
  const why = error instanceof Error ? error.message : String(error)
  if (!(error instanceof Broken)) return refuse(response, 502, why)
  refuse(
    response,
    503,
    `The server ended:\n\n${why}\n\nCorrect the code, and load this page again.`,
  )
}

/**
 * The one port of a site under development: files of shell and remotes come from their builds, everything else
 * from the server. A request that comes while the server starts anew waits for it.
 */
export async function startFront(options: Options) {
  const { ports, url, packages, builds, documents, api, simulators } = options
  const apiOrigin = `http://${HOST}:${ports.api}`

  /** The server may have gone while it was asked: what can be asked twice is asked again. */
  const failedAtServer = (error: Error, request: IncomingMessage, response: unknown) => {
    const answer = response as ServerResponse | Socket
    const isAskedAgain = 'writeHead' in answer && !answer.headersSent && isRepeatable(request)
    if (isAskedAgain && !api.isReady()) return void serve(request, answer)
    const why = `The server did not answer (${error.message}). It may be starting; try again.`
    refuse(answer, 502, why)
  }
  const server = createProxyMiddleware({
    target: apiOrigin,
    agent,
    on: {
      proxyRes: (answered, request) => {
        if (pathOf(request).startsWith('/api/')) answered.headers['cache-control'] = 'no-store'
      },
      error: failedAtServer,
    },
  })
  const rewritten = createProxyMiddleware({
    target: apiOrigin,
    agent,
    selfHandleResponse: true,
    on: {
      proxyRes: responseInterceptor(async (body, answer, request, response) => {
        const type = answer.headers['content-type'] ?? ''
        for (const header of ['etag', 'last-modified']) response.removeHeader(header)
        response.setHeader('cache-control', 'no-store')
        if (pathOf(request) === '/discovery.json') {
          return answer.statusCode === 200 ? documents.discovery(body.toString()) : body
        }
        if (!type.includes('text/html')) return body
        const policy = answer.headers['content-security-policy']
        // Modules that an edit replaces have no digest.
        response.removeHeader('integrity-policy')
        if (policy) {
          response.setHeader('content-security-policy', withOverlays(String(policy), packages))
        }
        if (response.statusCode === 404 && documents.hasPage(pathOf(request))) {
          response.statusCode = 200
        }
        return documents.document(body.toString())
      }),
      error: failedAtServer,
    },
  })
  const proxies = new Map<string, ReturnType<typeof createProxyMiddleware>>()
  const proxyTo = (target: string) => {
    const known = proxies.get(target)
    if (known) return known
    const made = createProxyMiddleware({
      target,
      agent,
      on: { error: (error, _request, response) => refuseFor(response as ServerResponse, error) },
    })
    proxies.set(target, made)
    return made
  }
  const toBuild = async (name: string) => proxyTo((await builds.origin(name)) ?? apiOrigin)

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = pathOf(request)
    const part = partOf(path)
    if (part.part === 'shell') return (await toBuild('shell'))(request, response)
    if (part.part === 'remote') {
      if (!packages.includes(part.name)) return refuse(response, 404, `There is no ${part.name}.`)
      response.setHeader('cache-control', 'no-store')
      if (part.file === MANIFEST_FILE) {
        const text = await documents.manifest(part.name)
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(text)
      }
      // Both places of a release have the same files.
      const query = (request.url ?? '').slice(path.length)
      request.url = releaseFolder(part.name, LOCAL_VERSION) + part.file + query
      return (await toBuild(part.name))(request, response)
    }
    if (part.part === 'simulators') {
      await simulators.ready()
      return proxyTo(`http://${HOST}:${ports.simulators}`)(request, response)
    }
    await api.ready()
    if (path !== '/discovery.json' && !isPage(request)) return server(request, response)
    await builds.built('shell')
    // A document that did not change there may be another one here.
    delete request.headers['if-none-match']
    delete request.headers['if-modified-since']
    return rewritten(request, response)
  }

  function serve(request: IncomingMessage, response: ServerResponse) {
    answer(request, response).catch((error: unknown) => refuseFor(response, error))
  }

  // Another name for this machine would be another origin, perhaps a hostile one.
  const { host } = new URL(url)
  const own = new Set([host, host.replace('localhost', HOST)])
  const front = createServer((request, response) => {
    if (own.has(request.headers.host ?? '')) serve(request, response)
    else refuse(response, 403, `Open ${url}.`)
  })
  front.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const part = partOf(pathOf(request))
    const name = part.part === 'remote' ? part.name : part.part
    if (!own.has(request.headers.host ?? '') || !packages.includes(name)) {
      return void socket.destroy()
    }
    toBuild(name).then(
      (proxy) => proxy.upgrade(request, socket, head),
      () => socket.destroy(),
    )
  })
  const listening = new Promise<void>((done, fail) => {
    front.once('error', fail)
    front.listen(ports.site, HOST, done)
  })
  await listen(listening, ports.site)
  return {
    close: () =>
      new Promise<void>((done) => {
        front.closeAllConnections()
        front.close(() => done())
      }),
  }
}
