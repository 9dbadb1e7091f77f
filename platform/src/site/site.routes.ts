import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '@awards/shared/paths'
import { SHELL_RELEASE_FILE } from '@awards/shared/platform'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { discoveryRoutes, releaseFileRoutes, type DiscoveryContext } from './discovery.routes.ts'
import { fileCache, jsonFiles } from './file-cache.ts'
import { pageOf } from './page.ts'
import { channelResolver } from './resolver.ts'
import { releaseAssets, shellAssets } from './route-assets.ts'
import { releaseCheck } from './render/release-check.ts'
import { renderedPages } from './render/rendered-pages.ts'
import { sendDocument } from './send-document.ts'
import { sendFile, shellFile } from './send-file.ts'
import { shellVersion, siteConfiguration } from './site-configuration.ts'
import { readPage, type AddressRedirect } from './visitor-language.ts'

/** What the site needs of the server's context. */
export type SiteContext = DiscoveryContext & Pick<AppContext, 'identity' | 'publicCache'>

type BuildFileRequest = FastifyRequest<{ Params: { '*': string } }>

/** Language and look come from cookies, the language of who has chosen none from the browser. */
const DEPENDS_ON = ['Cookie', 'Accept-Language']

const redirectTo = (reply: FastifyReply, { status, to }: AddressRedirect) =>
  reply
    .code(status)
    .header('location', to)
    .header('vary', DEPENDS_ON.join(', '))
    .header('cache-control', 'private, no-cache')
    .send()

const NOT_BUILT = 'The site is not built yet. Run "npm run build" and load the page again.\n'

/** The documents of the site, the builds of shell and remotes, and the discovery that joins them. */
export function siteRoutes(app: FastifyInstance, context: SiteContext) {
  const { config, identity, registry, log } = context
  const cache = fileCache()
  const readJson = jsonFiles()
  const shellFolder = join(config.mfeDir, 'shell')
  const resolve = channelResolver({ registry, siteUrl: config.siteUrl, log })
  const assetsOf = releaseAssets(registry)
  const contentOf = renderedPages(app, { ...context, shellFolder })
  app.decorate('checkRelease', releaseCheck(app, context))

  releaseFileRoutes(app, { registry, cache, log })
  discoveryRoutes(app, context, resolve)
  app.get('/assets/*', async (request: BuildFileRequest, reply) =>
    sendFile(request, reply, await shellFile(cache, shellFolder, request.params['*'])),
  )

  const answerDocument = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = readPage(request)
    if ('to' in asked) return redirectTo(reply, asked)
    const template = await readFile(join(shellFolder, 'index.html'), 'utf8').catch(() => undefined)
    if (!template) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const [who, host, shell, resolved] = await Promise.all([
      identity(),
      shellAssets(shellFolder, readJson),
      readJson(join(shellFolder, SHELL_RELEASE_FILE)),
      // The reader has logged why; the shell starts with what it knew last.
      resolve(request, reply, config.channel).catch(() => undefined),
    ])
    const version = shellVersion(shell)
    const page = await pageOf(request, asked, {
      template,
      host,
      resolved,
      contentOf,
      identity: who,
      siteUrl: config.siteUrl,
      releaseAssets: assetsOf,
      shellVersion: version,
      configuration: siteConfiguration(config, who, version),
    })
    const isPersonal = resolved?.isPersonal ?? false
    return sendDocument(request, reply, { ...page, isPersonal, vary: DEPENDS_ON })
  }
  // Who comes first after a start does not wait for the process that renders. A server that ends already
  // refuses, and nobody comes.
  const warmUp = async () => app.inject({ url: paths.home })
  app.addHook('onListen', async () => void warmUp().catch(() => undefined))
  app.get('/', answerDocument)
  app.get('/*', (request, reply) => {
    const accepts = request.headers.accept ?? '*/*'
    if (/text\/html|\*\/\*/.test(accepts)) return answerDocument(request, reply)
    return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.\n')
  })
}
