import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '@awards/shared/paths'
import { SHELL_RELEASE_FILE } from '@awards/shared/releases'
import {
  readCookie,
  PREVIEW_COOKIE,
  PREVIEW_HEADERS,
  previewerOf,
} from '../../../api/src/http/cookies.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { discoveryRoutes, releaseFileRoutes } from './discovery.routes.ts'
import { fileCache, jsonFileCache, sendFile, shellFile } from './static-files.ts'
import { buildPage } from './build-page.ts'
import { pinResolver, type DiscoveryContext } from './pins.ts'
import { channelResolver } from './resolver.ts'
import {
  rememberReleasePages,
  formPageRequest,
  keepLanguage,
  parsePageRequest,
  type AddressRedirect,
} from './page-request.ts'
import { releaseAssets, shellAssets } from './route-assets.ts'
import { releaseCheck } from './render/release-check.ts'
import { renderedPages } from './render/rendered-pages.ts'
import { sendDocument, shellVersion, siteConfiguration } from './document.ts'
import { formRoutes, type SubmittedForm } from './forms/form.routes.ts'

/** Parts of the context that the site uses. */
export type SiteContext = DiscoveryContext & Pick<AppContext, 'identity' | 'publicCache'>

type BuildFileRequest = FastifyRequest<{ Params: { '*': string } }>

/** Request headers that a document depends on: language and theme cookies, and the browser's languages. */
const VARY = ['Cookie', 'Accept-Language']

function redirectTo(reply: FastifyReply, redirect: AddressRedirect, siteUrl: string) {
  const { status, to, chosen } = redirect
  if (chosen) keepLanguage(reply, chosen, siteUrl)
  return reply
    .code(status)
    .header('location', to)
    .header('vary', VARY.join(', '))
    .header('cache-control', 'private, no-cache')
    .send()
}

const NOT_BUILT = 'The site is not built yet. Run "npm run build" and load the page again.\n'

/** Routes of the site: documents, the shell's assets, files of releases, and discovery. */
export function siteRoutes(app: FastifyInstance, context: SiteContext) {
  const { config, identity, registry, log } = context
  const cache = fileCache()
  const readJson = jsonFileCache()
  const shellFolder = join(config.mfeDir, 'shell')
  const resolve = channelResolver({ registry, siteUrl: config.siteUrl, log })
  const pins = pinResolver(context, resolve)
  const assetsOf = releaseAssets(registry)
  const contentOf = renderedPages(app, { ...context, shellFolder })
  app.decorate('checkRelease', releaseCheck(app, context))

  releaseFileRoutes(app, { registry, cache, log })
  discoveryRoutes(app, context, resolve)
  app.get('/assets/*', async (request: BuildFileRequest, reply) => {
    const path = request.params['*']
    const own = await shellFile(cache, shellFolder, path)
    const pinned = own || config.pins !== 'on' ? undefined : await pins.shells.file(cache, path)
    return sendFile(request, reply, own ?? pinned)
  })

  /** The shell that this site runs; undefined if it is not built. */
  async function ownShell() {
    const [template, host, release] = await Promise.all([
      readFile(join(shellFolder, 'index.html'), 'utf8').catch(() => undefined),
      shellAssets(shellFolder, readJson),
      readJson(join(shellFolder, SHELL_RELEASE_FILE)),
    ])
    return template
      ? { template, host, version: shellVersion(release), code: undefined }
      : undefined
  }

  const answerDocument = async (
    request: FastifyRequest,
    reply: FastifyReply,
    submitted?: SubmittedForm,
  ) => {
    await rememberReleasePages(registry, config.channel)
    const pageRequest = submitted
      ? formPageRequest(request, submitted.language)
      : parsePageRequest(request)
    if ('to' in pageRequest) return redirectTo(reply, pageRequest, config.siteUrl)
    const own = await ownShell()
    if (!own) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const [who, resolved] = await Promise.all([
      identity(),
      // The reader has logged the error; the shell then uses the last discovery document it stored.
      resolve(request, reply, config.channel)
        .then((visitor) => pins.forDocument(request, reply, visitor))
        .catch(() => undefined),
    ])
    const { version, template, host, code } = resolved?.shell ?? own
    const preview = previewerOf(context, request) && readCookie(request, PREVIEW_COOKIE)
    const page = await buildPage(request, pageRequest, {
      preview,
      template,
      host,
      shellCode: code,
      resolved,
      contentOf,
      submitted,
      identity: who,
      siteUrl: config.siteUrl,
      releaseAssets: assetsOf,
      shellVersion: version,
      configuration: siteConfiguration(config, who, version),
    })
    if (preview) void reply.header('x-robots-tag', PREVIEW_HEADERS['x-robots-tag'])
    const isPersonal = resolved?.isPersonal ?? false
    return sendDocument(request, reply, {
      ...page,
      isPersonal,
      isOnce: submitted !== undefined || resolved?.pinned !== undefined || preview !== undefined,
      vary: VARY,
    })
  }
  // Renders the home page once at the start, so that the first visitor does not wait for the renderer process. Errors are
  // ignored: the server may be closing already.
  const warmUp = async () => app.inject({ url: paths.home })
  app.addHook('onListen', async () => void warmUp().catch(() => undefined))
  app.get('/', (request, reply) => answerDocument(request, reply))
  formRoutes(app, answerDocument)
  app.get('/*', (request, reply) => {
    const accepts = request.headers.accept ?? '*/*'
    if (/text\/html|\*\/\*/.test(accepts)) return answerDocument(request, reply)
    return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.\n')
  })
}
