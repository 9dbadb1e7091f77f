import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readAddress, type Language } from '@awards/shared/domain'
import type { LoadEvent } from '@awards/shared/platform'
import type { AppContext } from '../../../../api/src/start/app-context.ts'
import type { Release } from '../../registry/registry.types.ts'
import { telemetryRepository } from '../../reports/telemetry.repository.ts'
import { PageError } from './one-renderer.ts'
import { callsOfVisitor } from './public-calls.ts'
import { pageRenderer, type PageRenderer } from './renderer.ts'
import { releaseCode, shellCode } from './server-code.ts'

/** Values of an address that a page reads; of others the page is the same, so nobody renders it again. */
const READ: Readonly<Record<string, readonly string[]>> = {
  '/winners': ['award', 'edition', 'category', 'section', 'country', 'keyword', 'year', 'current'],
  '/jury': ['category', 'current'],
  '/news': ['type', 'current'],
  '/media': ['current'],
  '/faq': ['q'],
  '/regulations': ['version'],
  '/fees': ['period', 'section', 'works', 'further', 'package', 'country', 'buyer'],
  '/verify/:number': ['number'],
}
/** A code, a number or a country; what somebody typed themselves is met once and never again. */
const OFTEN = /^[\w.-]{1,40}$/
const LONGEST = 200

type PageQuery = {
  /** What the page reads, in one order: `?award=gold&current=2`. */
  readonly search: string
  /** Others may ask for the same. */
  readonly isShared: boolean
}

/** The part of a query that the page of a route reads. */
function pageQuery(route: string, query: URLSearchParams): PageQuery {
  const kept = new URLSearchParams()
  for (const name of READ[route] ?? []) {
    const value = query.get(name)
    if (value && value.length <= LONGEST) kept.set(name, value)
  }
  const isShared = [...kept.values()].every((value) => OFTEN.test(value))
  return { search: kept.size > 0 ? `?${kept}` : '', isShared }
}

const Source = z.object({ url: z.string(), width: z.number() })
const Size = { width: z.number(), height: z.number() }

/** What a page says of itself; see `PageHead` of the shared components. */
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

/** What the process that renders gives back. */
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
    pageRenderer: PageRenderer
  }
}

/** A page with its content, the same for everybody who asks for it in this language. */
export type Content = {
  readonly html: string
  readonly status: 200 | 404
  readonly head: PageHead
  readonly answers: unknown
  /** Which code it was rendered with: `mf-public@1.2.0`. */
  readonly by: string
  /** The part of the query that the page read. */
  readonly search: string
}

type RenderJob = {
  readonly path: string
  readonly query: URLSearchParams
  readonly language: Language
  /** Pattern of the page; nothing for a page that the site does not have. */
  readonly route: string | undefined
  readonly release: Release | undefined
  readonly shellVersion: string
  readonly configuration: unknown
  readonly discovery: unknown
  readonly ip: string
}

/** Carries a page past the memory, which is for pages that several people ask for. */
class Unshared extends Error {
  readonly content: Content
  constructor(content: Content) {
    super('This page is for one request.')
    this.content = content
  }
}

const sizeOf = ({ html, answers }: Content) => 2 * (html.length + JSON.stringify(answers).length)

type Parts = Pick<
  AppContext,
  'registry' | 'publicCache' | 'log' | 'registryDb' | 'clock' | 'config'
> & { readonly shellFolder: string }

const FAILURES_A_MINUTE = 60
const LONGEST_MESSAGE = 300

/** Counts pages that failed on the server among the loads of their release, as failures in a browser are. */
function renderFailures({ registryDb, config, clock, log }: Parts) {
  let minute = 0
  let counted = 0
  return {
    async count(asked: RenderJob, { name, version }: Release, { message }: PageError) {
      const at = clock()
      const now = Math.floor(at.getTime() / 60_000)
      if (now !== minute) [minute, counted] = [now, 0]
      // A page without content is not remembered, so a broken release fails with every visitor.
      if ((counted += 1) > FAILURES_A_MINUTE) return
      const event: LoadEvent = {
        ts: at.toISOString(),
        trace_id: randomUUID(),
        session: 'server',
        attempt: 1,
        shell: { version: asked.shellVersion },
        remote: { name, version },
        pinned: false,
        phase: 'render',
        kind: 'evaluation',
        outcome: 'failed',
        duration_ms: 0,
        message: `${readAddress(asked.path).path}: ${message}`.slice(0, LONGEST_MESSAGE),
      }
      await telemetryRepository(registryDb)
        .addEvents([event], { at, channel: config.channel })
        .catch((error: unknown) => log.warn('render.failure_not_counted', { error }))
    },
  }
}

/** Renders public pages, and remembers them until what they show changes. */
export function renderedPages(app: FastifyInstance, parts: Parts) {
  const { registry, publicCache, log, shellFolder } = parts
  const renderer = pageRenderer(log)
  const failures = renderFailures(parts)
  const codeOfShell = shellCode(shellFolder)
  const codeOfRelease = releaseCode(registry)
  app.decorate('pageRenderer', renderer)
  app.addHook('onClose', async () => renderer.close())

  async function make(asked: RenderJob, search: string): Promise<Content | undefined> {
    const { path, language, release, configuration, discovery, ip } = asked
    const [shell, code] = await Promise.all([codeOfShell(), release && codeOfRelease(release)])
    if (!shell || (release && !code)) return undefined
    const remote = release && code && { name: release.name, code }
    const answered = await renderer.render({
      shell,
      remote,
      page: { path, search, language, configuration, discovery },
      call: callsOfVisitor(app, language, ip),
    })
    const page = RenderedPage.parse(answered)
    // A page that leads elsewhere does so in the browser.
    if ('redirect' in page) return undefined
    const by = release ? `${release.name}@${release.version}` : `shell@${asked.shellVersion}`
    return { ...page, by, search }
  }

  /** The content of a page; nothing where it cannot be rendered, and the browser does it alone. */
  return async (asked: RenderJob): Promise<Content | undefined> => {
    const { path, query, language, route, release, shellVersion } = asked
    const { search, isShared } = pageQuery(route ?? '', query)
    const versions = `${shellVersion} ${release?.name} ${release?.version} ${release?.integrity}`
    const key = `page ${versions} ${language} ${path}${search}`
    try {
      const { content } = await publicCache.through(
        key,
        async () => {
          const made = await make(asked, search)
          // What does not exist has endless addresses.
          if (made && (!isShared || made.status !== 200)) throw new Unshared(made)
          return { content: made }
        },
        ({ content: made }) => (made ? sizeOf(made) : 0),
      )
      return content
    } catch (error) {
      if (error instanceof Unshared) return error.content
      log.error('render.failed', { path: readAddress(path).path, language, error })
      if (release && error instanceof PageError) await failures.count(asked, release, error)
      return undefined
    }
  }
}
export type RenderedPages = ReturnType<typeof renderedPages>
