import { z } from 'zod'
import {
  FAILURE_FIGURES,
  JUDGED_VITALS,
  LoadEvents,
  releaseOfPath,
  type ViewEvent,
} from '@awards/shared/releases'
import { ALL_CALLS } from '@awards/shared/contract'
import { BusinessError } from '../../../api/src/http/business-error.ts'
import { networkOf, perNetwork, type LimitRule } from '../../../api/src/http/limits.ts'
import { readInput } from '../../../api/src/http/read-input.ts'
import { rateLimitedWarnings } from '../../../api/src/observability/log.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import {
  releaseFiguresRepository,
  UNJUDGED,
  type FigureCount,
  type ReleaseFigure,
} from './release-figures.repository.ts'
import { telemetryRepository } from './vitals.repository.ts'

type Release = { readonly name: string; readonly version: string }
type Parts = Pick<AppContext, 'config' | 'registry' | 'registryDb' | 'clock' | 'log'>
type NetworkParts = Parts & Pick<AppContext, 'limits'>

/** Calls of the contract, as pages name them; others are counted as `*`, which bounds the number of rows. */
const CALLS: ReadonlySet<string> = new Set(ALL_CALLS.map(({ path }) => path.slice('/api'.length)))

const countsOf = ({ remote, figures, call = '*' }: ViewEvent): FigureCount[] =>
  [...new Set(figures)].map((figure) => ({
    ...remote,
    figure,
    count: 1,
    ...(figure === 'api_errors' && { part: CALLS.has(call) ? call : '*' }),
  }))

const DAY_SECONDS = 86_400
/** Fewer views than the step of 1 % needs, so that one network does not fill it in a day. */
const JUDGED_VIEWS: LimitRule = { points: 40, seconds: DAY_SECONDS }
/** The tests of the judge take failures as independent of each other; those of one network are not. */
const JUDGED_FAILURES: LimitRule = { points: 1, seconds: DAY_SECONDS }
/** A tenth of the visits from which on the judge compares speed. */
const JUDGED_VISITS: LimitRule = { points: 3, seconds: DAY_SECONDS }

const FAILURES: readonly string[] = FAILURE_FIGURES
const SPEEDS: readonly string[] = JUDGED_VITALS

/** Name and rule of the limit for a figure that the canary compares; undefined for one that it does not. */
function judgedLimit(figure: ReleaseFigure): [name: string, rule: LimitRule] | undefined {
  if (figure === 'views' || figure === 'loads') return ['judged_views', JUDGED_VIEWS]
  if (FAILURES.includes(figure)) return ['judged_failures', JUDGED_FAILURES]
  return SPEEDS.includes(figure) ? ['judged_visits', JUDGED_VISITS] : undefined
}

/** Groups of 16 bits in a network that is judged as one: a subscriber to IPv6 has up to a /48, which is 65,536 of /64. */
const JUDGED_GROUPS = 3

/** Counts what releases do on this site. Only deployed releases count: browsers may name any. */
function figuresOfSite({ config, registry, registryDb, clock }: Parts) {
  const repository = releaseFiguresRepository(registryDb)
  const source = { channel: config.channel, site: new URL(config.siteUrl).host }

  return {
    async deployed(counts: readonly FigureCount[]) {
      const state = await registry.channel(config.channel)
      const versionsOf = (name: string) => state.get(name)?.versions ?? []
      return {
        counts: counts.filter(({ name, version }) =>
          versionsOf(name).some((one) => one.version === version),
        ),
        /** Whether visitors of a remote are shared out between two releases. */
        isCompared: ({ name }: Release) =>
          versionsOf(name).some(({ traffic }) => traffic > 0 && traffic < 100),
      }
    },
    store: (counts: readonly FigureCount[]) => repository.add(clock(), source, counts),
  }
}

/**
 * Counts what browsers tell of releases. While two releases of a remote are compared, a canary is judged by a few views,
 * one failure of each kind and a few visits of each network and day, so that one network cannot stop a canary or wave it
 * through. Both releases share these limits: of one with its own, the busier release would reach it first, and an equal
 * canary would look worse. Views and failures beyond are stored as `UNJUDGED`, for the team; measured values are not.
 */
export function releaseFiguresService(parts: NetworkParts) {
  const { config, limits } = parts
  const { deployed, store } = figuresOfSite(parts)
  // The testers of a staging site share one office, as the visitors of a demo do.
  const mode = config.channel === 'production' ? config.mode : 'demo'

  async function judgedPart(counts: readonly FigureCount[], network: string) {
    const kept: FigureCount[] = []
    for (const [key, group] of Map.groupBy(counts, ({ name, figure }) => `${name} ${figure}`)) {
      const [{ figure }] = group as [FigureCount]
      const limit = judgedLimit(figure)
      const granted = limit
        ? await limits.grant(
            limit[0],
            `${network} ${key}`,
            perNetwork(limit[1], mode),
            group.length,
          )
        : group.length
      kept.push(...group.slice(0, granted))
      if (SPEEDS.includes(figure)) continue
      kept.push(...group.slice(granted).map((one) => ({ ...one, part: UNJUDGED })))
    }
    return kept
  }

  async function add(sent: readonly FigureCount[], address: string) {
    const { counts, isCompared } = await deployed(sent)
    const network = networkOf(address, JUDGED_GROUPS)
    await store([
      ...counts.filter((one) => !isCompared(one)),
      ...(await judgedPart(counts.filter(isCompared), network)),
    ])
  }

  return {
    add,
    addViews: (views: readonly ViewEvent[], address: string) =>
      add(views.flatMap(countsOf), address),
  }
}

const FLUSH_MS = 5_000

/**
 * Counts documents by the release that rendered them, in memory, and stores the sums every five seconds and at the end:
 * a document from the cache takes less time than a statement.
 */
export function renderCounter(parts: Parts) {
  const { deployed, store } = figuresOfSite(parts)
  const waiting = new Map<string, FigureCount>()

  async function flush() {
    const counts = [...waiting.values()]
    waiting.clear()
    await deployed(counts)
      .then((known) => store(known.counts))
      .catch((error: unknown) => {
        parts.log.warn('figures.renders_not_counted', { error })
      })
  }
  const timer = setInterval(() => void (waiting.size > 0 && flush()), FLUSH_MS).unref()

  return {
    count({ name, version }: Release, hasFailed: boolean) {
      const figures: ReleaseFigure[] = hasFailed ? ['renders', 'failed_renders'] : ['renders']
      for (const figure of figures) {
        const key = `${name} ${version} ${figure}`
        const before = waiting.get(key)?.count ?? 0
        waiting.set(key, { name, version, figure, count: before + 1 })
      }
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
export type RenderCounter = ReturnType<typeof renderCounter>

/** Rate limit in rows per IP address; an office that opens the site at the same time stays below it. */
const ROWS_PER_ADDRESS = { points: 600, seconds: 60 }
const LOGGED_OUTCOMES: readonly string[] = ['failed', 'fallback']

/** Stores load events of tabs and the figures of releases; logs failed and fallback loads (rate-limited). */
export function eventsService(context: AppContext) {
  const { config, limits, registryDb, clock, log } = context
  const rule = perNetwork(ROWS_PER_ADDRESS, config.mode)
  const repository = telemetryRepository(registryDb)
  const figures = releaseFiguresService(context)
  const warn = rateLimitedWarnings(log, clock)

  return {
    async add(sent: unknown, address: string) {
      const { events, views } = readInput(LoadEvents, sent)
      await limits.take('event_rows_ip', address, rule, events.length + views.length)
      for (const event of events) {
        if (!LOGGED_OUTCOMES.includes(event.outcome)) continue
        const { remote, phase, kind, outcome, fallback_version, trace_id, message } = event
        const { name, version } = remote
        warn('remote.load', {
          remote: name,
          version,
          phase,
          kind,
          outcome,
          fallback_version,
          trace_id,
          message,
        })
      }
      if (events.length > 0) {
        await repository.addEvents(events, { at: clock(), channel: config.channel })
      }
      await figures.addViews(views, address)
    },
  }
}

const MAX_TEXT_LENGTH = 300
const MAX_REPORTS = 20

const withoutControls = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f]/g, ' ')

/** Text from a browser: truncated, without control characters and lone surrogates, which PostgreSQL refuses. */
const Text = z
  .string()
  .transform((text) => withoutControls(text.slice(0, MAX_TEXT_LENGTH).toWellFormed()))
  .catch('')

/** URL without query and fragment, which may contain personal data. */
const Address = Text.transform((text) => text.replace(/[?#].*$/, ''))

const Line = z.int().min(0).max(10_000_000).catch(0)

/** Body of a `report-uri` report. */
const ReportUriBody = z.object({
  'csp-report': z.object({
    'effective-directive': Text,
    'violated-directive': Text,
    'blocked-uri': Address,
    'source-file': Address,
    'document-uri': Address,
    disposition: Text,
    'script-sample': Text,
    'line-number': Line,
  }),
})

/** Body of the Reporting API: several reports in one request, of both policies. One of `Integrity-Policy` has fewer fields. */
const ReportingApiBody = z.array(
  z.object({
    type: z.string(),
    body: z.object({
      effectiveDirective: Text,
      blockedURL: Address,
      sourceFile: Address,
      documentURL: Address,
      disposition: Text,
      sample: Text,
      lineNumber: Line,
    }),
  }),
)

/** A violation of the Content-Security-Policy, or of the `Integrity-Policy`. */
type PolicyReport = {
  readonly directive: string
  readonly blocked: string
  readonly source: string
  readonly document: string
  readonly disposition: string
  readonly sample: string
  readonly line: number
  /** The release whose file caused the violation, or whose file was blocked. */
  readonly remote: string | null
  readonly version: string | null
}

const withRelease = (report: Omit<PolicyReport, 'remote' | 'version'>): PolicyReport => {
  const release = releaseOfPath(report.source) ?? releaseOfPath(report.blocked)
  return { ...report, remote: release?.name ?? null, version: release?.version ?? null }
}

/** Parses reports of either format; returns an empty list for other bodies. */
function parsePolicyReports(sent: unknown): PolicyReport[] {
  const old = ReportUriBody.safeParse(sent)
  if (old.success) {
    const report = old.data['csp-report']
    return [
      withRelease({
        directive: report['effective-directive'] || report['violated-directive'],
        blocked: report['blocked-uri'],
        source: report['source-file'],
        document: report['document-uri'],
        disposition: report.disposition,
        sample: report['script-sample'],
        line: report['line-number'],
      }),
    ]
  }
  const batch = ReportingApiBody.safeParse(Array.isArray(sent) ? sent.slice(0, MAX_REPORTS) : sent)
  return (batch.data ?? [])
    .filter(({ type }) => type === 'csp-violation' || type === 'integrity-violation')
    .map(({ type, body }) =>
      withRelease({
        directive: type === 'csp-violation' ? body.effectiveDirective : 'integrity-policy',
        blocked: body.blockedURL,
        source: body.sourceFile,
        document: body.documentURL,
        disposition: body.disposition,
        sample: body.sample,
        line: body.lineNumber,
      }),
    )
}

/** Stores and logs CSP reports with the release they concern; throws a BusinessError (400) if there is none. */
export function reportsService({ registryDb, clock, log }: AppContext) {
  const repository = telemetryRepository(registryDb)
  const warn = rateLimitedWarnings(log, clock)

  return {
    async add(sent: unknown) {
      const reports = parsePolicyReports(sent)
      if (reports.length === 0) throw new BusinessError(400, 'This is no report of a policy.')
      for (const report of reports) warn('policy.report', report)
      const at = clock()
      await repository.addReports(
        reports.map(({ directive, blocked, remote, version, ...report }) => ({
          at,
          directive,
          blocked,
          remote,
          version,
          report: JSON.stringify(report),
        })),
      )
    },
  }
}
