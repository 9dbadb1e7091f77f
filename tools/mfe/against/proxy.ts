import { Agent, createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createProxyMiddleware, responseInterceptor } from 'http-proxy-middleware'
import { MANIFEST_FILE, RELEASE_PLACES, releaseFolder } from '@awards/shared/releases'
import {
  adaptResponse,
  adaptRequest,
  hasPage,
  rewriteDiscovery,
  rewriteDocument,
  type Local,
  sealManifest,
} from './rewrite.ts'
import { LOCAL_VERSION, socketPathOf } from './local-build.ts'

const HOST = '127.0.0.1'

type Options = {
  readonly name: string
  /** Origin of the deployed site. */
  readonly target: string
  /** Origin of the development server. */
  readonly build: string
  readonly port: number
  readonly facts: Pick<Local, 'routes' | 'contract'>
}

export type AgainstProxy = { readonly url: string; close(): Promise<void> }

const pathOf = (request: IncomingMessage) => (request.url ?? '/').split('?')[0] ?? '/'

const isPage = (request: IncomingMessage) =>
  request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')

function refuse(response: ServerResponse | Socket, status: number, text: string) {
  if (!('writeHead' in response)) return void response.destroy()
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}

/**
 * A site on this machine that is the deployed one, but for one remote. Everything passes; the remote's
 * files come from the development server, and discovery names them. Policies of the site stay as they
 * are, since everything has one origin; only `Integrity-Policy` goes, since modules that an edit replaces have no digest.
 */
export async function startProxy(options: Options): Promise<AgainstProxy> {
  const { name, target, build, facts } = options
  const folder = releaseFolder(name, LOCAL_VERSION)
  const sealed = () =>
    sealManifest(build + folder, { version: LOCAL_VERSION, routes: facts.routes })
  const local = async (): Promise<Local> => {
    const { integrity } = await sealed()
    return { name, version: LOCAL_VERSION, integrity, ...facts }
  }
  let own = ''

  const unreachable =
    (at: string) => (error: Error, _request: unknown, response: ServerResponse | Socket) =>
      refuse(response, 502, `${at} cannot be reached: ${error.message}`)

  const remaining = createProxyMiddleware({
    target,
    changeOrigin: true,
    xfwd: false,
    on: {
      proxyRes: (answer) => adaptResponse(answer, target),
      error: unreachable(target),
    },
  })
  const files = createProxyMiddleware({
    target: build,
    // A build that was busy closes the connections that it had left open just when one is used again.
    agent: new Agent({ keepAlive: false }),
    on: { error: unreachable(build) },
  })
  const documents = createProxyMiddleware({
    target,
    changeOrigin: true,
    xfwd: false,
    selfHandleResponse: true,
    on: {
      proxyRes: responseInterceptor(async (body, answer, request, response) => {
        const type = answer.headers['content-type'] ?? ''
        for (const header of ['etag', 'last-modified', 'strict-transport-security']) {
          response.removeHeader(header)
        }
        if (type.includes('text/html')) {
          response.removeHeader('integrity-policy')
          const isOurs = response.statusCode === 404 && hasPage(facts.routes, pathOf(request))
          if (isOurs) response.statusCode = 200
          return rewriteDocument(body.toString(), await local())
        }
        if (pathOf(request) === '/discovery.json' && answer.statusCode === 200) {
          return rewriteDiscovery(body.toString(), await local())
        }
        return body
      }),
      error: unreachable(target),
    },
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = pathOf(request)
    const place = RELEASE_PLACES.map((one) => releaseFolder(name, LOCAL_VERSION, one)).find((one) =>
      path.startsWith(one),
    )
    if (place) {
      response.setHeader('cache-control', 'no-store')
      request.url = folder + (request.url ?? '').slice(place.length)
      if (path !== place + MANIFEST_FILE) return files(request, response)
      const { text } = await sealed()
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    }
    adaptRequest(request, own, target)
    if (path !== '/discovery.json' && !isPage(request)) return remaining(request, response)
    // A document that did not change there may be another one here.
    delete request.headers['if-none-match']
    delete request.headers['if-modified-since']
    return documents(request, response)
  }

  const server = createServer((request, response) => {
    // Another name for this machine would be another origin, perhaps a hostile one.
    if (!isOwn(request)) return refuse(response, 403, `Open ${own}.`)
    answer(request, response).catch((error: unknown) =>
      refuse(response, 502, error instanceof Error ? error.message : String(error)),
    )
  })
  const isOwn = ({ headers }: IncomingMessage) =>
    headers.host === new URL(own).host ||
    headers.host === new URL(own).host.replace('localhost', HOST)
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (!isOwn(request)) return void socket.destroy()
    if (pathOf(request) === socketPathOf(name)) return files.upgrade(request, socket, head)
    adaptRequest(request, own, target)
    return remaining.upgrade(request, socket, head)
  })

  await listen(server, options.port)
  own = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    url: own,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

/** Listens on the wanted port, or on a free one where that is taken. */
function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('listening', done)
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || port === 0) return fail(error)
      listen(server, 0).then(done, fail)
    })
    server.listen(port, HOST)
  })
}
