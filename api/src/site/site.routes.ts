import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { discoveryDocument, discoveryEtag } from './discovery.ts'
import { fileCache } from './file-cache.ts'
import { pageOf } from './page.ts'
import { jsonFiles, readReleases } from './releases.ts'
import { fileInside, sendBuildFile } from './send-file.ts'
import { securityHeaders } from './security-headers.ts'
import { siteConfiguration, type SiteSettings } from './site-configuration.ts'
import type { SiteIdentity } from './site-identity.ts'

/** What the site needs of the server's context. */
export type SiteContext = {
  readonly config: SiteSettings & { readonly mfeDir: string }
  readonly identity: () => Promise<SiteIdentity>
}

type BuildFileRequest = FastifyRequest<{ Params: { '*': string } }>

const NOT_BUILT = 'The site is not built yet. Run "npm run build" and load the page again.\n'

/** The documents of the site, the builds of shell and remotes, and the discovery that joins them. */
export function siteRoutes(app: FastifyInstance, { config, identity }: SiteContext) {
  const cache = fileCache()
  const readJson = jsonFiles()
  const shellFolder = join(config.mfeDir, 'shell')
  const remotesFolder = join(config.mfeDir, 'mfe')
  const discovery = async () => discoveryDocument(await readReleases(config.mfeDir, readJson))

  app.get('/mfe/*', (request: BuildFileRequest, reply) =>
    sendBuildFile(request, reply, { cache, file: fileInside(remotesFolder, request.params['*']) }),
  )
  app.get('/assets/*', (request: BuildFileRequest, reply) =>
    sendBuildFile(request, reply, { cache, file: fileInside(shellFolder, request.params['*']) }),
  )

  app.get('/discovery.json', async (request, reply) => {
    const text = JSON.stringify(await discovery())
    const etag = discoveryEtag(text)
    void reply
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .header('etag', etag)
      .type('application/json; charset=utf-8')
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text)
  })

  const sendDocument = async (request: FastifyRequest, reply: FastifyReply) => {
    const template = await readFile(join(shellFolder, 'index.html'), 'utf8').catch(() => undefined)
    if (!template) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const nonce = randomBytes(18).toString('base64')
    const who = await identity()
    const page = await pageOf(request, {
      ...{ template, nonce, mfeDir: config.mfeDir, readJson },
      siteName: who.programme_name,
    })
    const html = page.render(siteConfiguration(config, who))
    return reply
      .code(page.status)
      .headers({ ...securityHeaders(nonce), 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(html)
  }
  app.get('/', sendDocument)
  app.get('/*', (request, reply) => {
    const accepts = request.headers.accept ?? '*/*'
    if (/text\/html|\*\/\*/.test(accepts)) return sendDocument(request, reply)
    return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.\n')
  })
}
