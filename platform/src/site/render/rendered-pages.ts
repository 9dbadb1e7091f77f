import type { FastifyInstance } from 'fastify'
import { ALL_CALLS } from '@awards/shared/contract'
import { type Language, readAddress, ROUTES } from '@awards/shared/domain'
import {
  type CallPublic,
  type Code,
  PageError,
  rendererPool,
  type RendererPool,
} from './renderer-client.ts'
import { PREVIEW_COOKIE } from '../../../../api/src/http/cookies.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DiscoveryDocument, LoadEvent } from '@awards/shared/releases'
import type { AppContext } from '../../../../api/src/start/app-context.ts'
import type { Release } from '../../registry/registry.types.ts'
import { renderCounter, type RenderCounter } from '../../reports/reports.service.ts'
import { telemetryRepository } from '../../reports/vitals.repository.ts'
import { releaseCode, shellCode } from './server-code.ts'

const PUBLIC = new Set<string>(
  ALL_CALLS.filter(({ access, method }) => access === 'public' && method === 'GET').map(
    ({ path }) => path,
  ),
)

function queryOf(input: unknown): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {})) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part !== undefined && part !== null) query.append(name, String(part))
    }
  }
  return query.size > 0 ? `?${query}` : ''
}

/**
 * Answers API calls of a page as an anonymous visitor from `ip`. Throws for calls that are not public reads.
 */
export const anonymousCalls =
  (app: FastifyInstance, language: Language, ip: string, preview?: string): CallPublic =>
  async (url, input) => {
    const path = `/api${url}`
    if (!PUBLIC.has(path)) throw new Error(`${path} is no question of a page.`)
    const response = await app.inject({
      method: 'GET',
      url: path + queryOf(input),
      headers: {
        'accept-language': language,
        ...(preview && { cookie: `${PREVIEW_COOKIE}=${preview}` }),
      },
      remoteAddress: ip,
    })
    return response.json<unknown>()
  }

/** Query parameters that each page of the table reads. */
const READ_PARAMETERS = new Map(ROUTES.map(({ path, query = [] }) => [path, query]))

/** Query parameters that a page reads, of the table or of its release; others are not part of the cache key. */
const readParameters = ({ route = '', release }: Pick<RenderJob, 'route' | 'release'>) =>
  READ_PARAMETERS.get(route) ?? release?.routes.find(({ path }) => path === route)?.query ?? []

/** Values worth caching: codes, numbers, countries. Free text is unlikely to repeat. */
const CACHEABLE_VALUE = /^[\w.-]{1,40}$/
const MAX_VALUE_LENGTH = 200

type PageQuery = {
  /** The parameters that the page reads, in fixed order: `?award=gold&current=2`. */
  readonly search: string
  /** Whether the page is worth caching. */
  readonly isCacheable: boolean
}

/** Normalises a query to the parameters that the page reads. */
function pageQuery(job: RenderJob): PageQuery {
  const read = new URLSearchParams()
  for (const name of readParameters(job)) {
    const value = job.query.get(name)
    if (value && value.length <= MAX_VALUE_LENGTH) read.set(name, value)
  }
  const isCacheable = [...read.values()].every((value) => CACHEABLE_VALUE.test(value))
  return { search: read.size > 0 ? `?${read}` : '', isCacheable }
}

const Source = z.object({ url: z.string(), width: z.number() })
const Size = { width: z.number(), height: z.number() }

/** Title, image and structured data of a page; see `PageHead` of the shared components. */
const PageHead = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  image: z.object({ url: z.string(), ...Size, alt: z.string() }).optional(),
  hero: z
    .object({
      picture: z.object({
        url: z.string(),
        sources: z.array(Source),
        avif: z.array(Source).optional(),
      }),
      sizes: z.string(),
    })
    .optional(),
  type: z.enum(['website', 'article', 'profile']).default('website'),
  index: z.boolean().default(true),
  facts: z.array(z.record(z.string(), z.unknown())).default([]),
})
type PageHead = z.infer<typeof PageHead>

/** Result of the renderer process; validated, since code of remotes produces it. */
export const RenderedPage = z.union([
  z.object({
    html: z.string().min(1),
    status: z.union([z.literal(200), z.literal(404)]),
    head: PageHead,
    answers: z.unknown(),
  }),
  z.object({ redirect: z.string() }),
])

declare module 'fastify' {
  interface FastifyInstance {
    pageRenderer: RendererPool
    renderCounter: RenderCounter
  }
}

/** A rendered page, equal for all visitors of a language. */
export type Content = {
  readonly html: string
  readonly status: 200 | 404
  readonly head: PageHead
  readonly answers: unknown
  /** Release that rendered it: `mf-public@1.2.0`. */
  readonly by: string
  /** The normalised query. */
  readonly search: string
}

type RenderJob = {
  readonly path: string
  readonly query: URLSearchParams
  readonly language: Language
  /** Route pattern; undefined for an unknown page. */
  readonly route: string | undefined
  readonly release: Release | undefined
  readonly shellVersion: string
  /** Code of a pinned shell; that of the site's own if nothing is said. */
  readonly shellCode?: Code | undefined
  readonly configuration: unknown
  readonly discovery: DiscoveryDocument
  readonly ip: string
  /** Whether the document counts for its release: its visitor may get either side of a canary. */
  readonly isCounted: boolean
  /** Rendered for somebody who has pinned releases; such a page is not cached. */
  readonly isPinned: boolean
  /** Preview of drafts that the visitor's browser holds; such a page is not cached. */
  readonly preview?: string | undefined
  /** The answer to a form that was sent natively; such a page is not cached. */
  readonly submitted?: unknown
}

/** Thrown to return a page through the cache without storing it. */
class Uncacheable extends Error {
  readonly content: Content
  constructor(content: Content) {
    super('This page is for one request.')
    this.content = content
  }
}

const sizeOf = ({ html, answers }: Content) => 2 * (html.length + JSON.stringify(answers).length)

/** The menus that releases bring to the frame of every page; nothing where none does. */
function menusOf({ microFrontends }: DiscoveryDocument): string {
  const menus = Object.values(microFrontends).flatMap(
    ([first]) => first?.extras.modulefederation.menu ?? [],
  )
  return menus.length > 0 ? ` ${JSON.stringify(menus)}` : ''
}

type Parts = Pick<
  AppContext,
  'registry' | 'publicCache' | 'log' | 'registryDb' | 'clock' | 'config'
> & { readonly shellFolder: string }

const MAX_FAILURES_PER_MINUTE = 60
const MAX_MESSAGE_LENGTH = 300

/** Stores pages that failed on the server as load events of their release, like failures in a browser. */
function renderFailures({ registryDb, config, clock, log }: Parts) {
  let minute = 0
  let counted = 0
  return {
    async count(job: RenderJob, { name, version }: Release, { message }: PageError) {
      const at = clock()
      const now = Math.floor(at.getTime() / 60_000)
      if (now !== minute) [minute, counted] = [now, 0]
      // Failures are not cached, so a broken release fails at every request: limited per minute.
      if ((counted += 1) > MAX_FAILURES_PER_MINUTE) return
      const event: LoadEvent = {
        ts: at.toISOString(),
        trace_id: randomUUID(),
        session: 'server',
        attempt: 1,
        shell: { version: job.shellVersion },
        remote: { name, version },
        pinned: job.isPinned,
        phase: 'render',
        kind: 'evaluation',
        outcome: 'failed',
        duration_ms: 0,
        message: `${readAddress(job.path).path}: ${message}`.slice(0, MAX_MESSAGE_LENGTH),
      }
      await telemetryRepository(registryDb)
        .addEvents([event], { at, channel: config.channel })
        .catch((error: unknown) => log.warn('render.failure_not_counted', { error }))
    },
  }
}

/** Renders public pages and caches them in the public cache, which a change of content invalidates. */
export function renderedPages(app: FastifyInstance, parts: Parts) {
  const { registry, publicCache, log, shellFolder } = parts
  const renderer = rendererPool(log)
  const failures = renderFailures(parts)
  const renders = renderCounter(parts)
  const codeOfShell = shellCode(shellFolder)
  const codeOfRelease = releaseCode(registry)
  app.decorate('pageRenderer', renderer)
  app.decorate('renderCounter', renders)
  app.addHook('onClose', async () => {
    await renders.close()
    await renderer.close()
  })

  async function renderPage(job: RenderJob, search: string): Promise<Content | undefined> {
    const { path, language, release, configuration, discovery, ip, submitted } = job
    const [shell, code] = await Promise.all([
      job.shellCode ?? codeOfShell(),
      release && codeOfRelease(release),
    ])
    if (!shell || (release && !code)) return undefined
    const remote = release && code && { name: release.name, code }
    const answered = await renderer.render({
      shell,
      remote,
      page: { path, search, language, configuration, discovery, submitted },
      call: anonymousCalls(app, language, ip, job.preview),
    })
    const page = RenderedPage.parse(answered)
    // The browser performs redirects of the page.
    if ('redirect' in page) return undefined
    const by = release ? `${release.name}@${release.version}` : `shell@${job.shellVersion}`
    return { ...page, by, search }
  }

  async function through(job: RenderJob): Promise<Content | undefined> {
    const { path, language, release, shellVersion } = job
    const { search, isCacheable } = pageQuery(job)
    const versions = `${shellVersion} ${release?.name} ${release?.version} ${release?.integrity}`
    const key = `page ${versions} ${language} ${path}${search}${menusOf(job.discovery)}`
    if (job.submitted || job.isPinned || job.preview) return renderPage(job, search)
    try {
      const { content } = await publicCache.through(
        key,
        async () => {
          const made = await renderPage(job, search)
          // 404s are not cached: there is no limit to their URLs.
          if (made && (!isCacheable || made.status !== 200)) throw new Uncacheable(made)
          return { content: made }
        },
        ({ content: made }) => (made ? sizeOf(made) : 0),
      )
      return content
    } catch (error) {
      if (error instanceof Uncacheable) return error.content
      throw error
    }
  }

  /** Content of a page; undefined if rendering fails, so that the browser renders it. Does not throw. */
  return async (job: RenderJob): Promise<Content | undefined> => {
    const { path, language, release, isCounted } = job
    try {
      const content = await through(job)
      if (release && content && isCounted) renders.count(release, false)
      return content
    } catch (error) {
      log.error('render.failed', { path: readAddress(path).path, language, error })
      if (!release || !(error instanceof PageError)) return undefined
      if (isCounted) renders.count(release, true)
      await failures.count(job, release, error)
      return undefined
    }
  }
}
export type RenderedPages = ReturnType<typeof renderedPages>
