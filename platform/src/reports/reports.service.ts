import { z } from 'zod'
import { LoadEvents, releaseOfPath } from '@awards/shared/platform'
import { BusinessError } from '../../../api/src/http/business-error.ts'
import { perNetwork } from '../../../api/src/http/limits.ts'
import { readInput } from '../../../api/src/http/read-input.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { telemetryRepository } from './telemetry.repository.ts'
import { boundedWarnings } from '../../../api/src/observability/log.ts'

/** Rows that one address may fill in a minute: an office that opens the site at once stays below. */
const ROWS_PER_ADDRESS = { points: 600, seconds: 60 }
const WORTH_A_LINE: readonly string[] = ['failed', 'fallback']

/** Keeps what tabs tell of their loads; a load that failed is a line of the log too. */
export function eventsService({ config, limits, registryDb, clock, log }: AppContext) {
  const rule = perNetwork(ROWS_PER_ADDRESS, config.mode)
  const repository = telemetryRepository(registryDb)
  const warn = boundedWarnings(log, clock)

  return {
    async add(sent: unknown, address: string) {
      const { events } = readInput(LoadEvents, sent)
      await limits.take('event_rows_ip', address, rule, events.length)
      for (const event of events) {
        if (!WORTH_A_LINE.includes(event.outcome)) continue
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
      await repository.addEvents(events, { at: clock(), channel: config.channel })
    },
  }
}

const LONGEST = 300
const MOST = 20

const withoutControls = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f]/g, ' ')

/** A text as a browser sent it, cut and without signs that the database cannot keep. */
const Text = z
  .string()
  .transform((text) => withoutControls(text.slice(0, LONGEST).toWellFormed()))
  .catch('')

/** An address without its query, which may hold what is nobody's business. */
const Address = Text.transform((text) => text.replace(/[?#].*$/, ''))

const Line = z.int().min(0).max(10_000_000).catch(0)

/** As `report-uri` sends it. */
const Old = z.object({
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

/** As the Reporting API sends it, several at once. */
const New = z.array(
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

/** Something that the page's policy has stopped. */
type PolicyReport = {
  readonly directive: string
  readonly blocked: string
  readonly source: string
  readonly document: string
  readonly disposition: string
  readonly sample: string
  readonly line: number
  /** The release whose file did it, or whose file was stopped. */
  readonly remote: string | null
  readonly version: string | null
}

const attributed = (report: Omit<PolicyReport, 'remote' | 'version'>): PolicyReport => {
  const release = releaseOfPath(report.source) ?? releaseOfPath(report.blocked)
  return { ...report, remote: release?.name ?? null, version: release?.version ?? null }
}

/** Reads reports of either form; what is neither gives nothing. */
function policyReports(sent: unknown): PolicyReport[] {
  const old = Old.safeParse(sent)
  if (old.success) {
    const report = old.data['csp-report']
    return [
      attributed({
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
  const several = New.safeParse(Array.isArray(sent) ? sent.slice(0, MOST) : sent)
  return (several.data ?? [])
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body }) =>
      attributed({
        directive: body.effectiveDirective,
        blocked: body.blockedURL,
        source: body.sourceFile,
        document: body.documentURL,
        disposition: body.disposition,
        sample: body.sample,
        line: body.lineNumber,
      }),
    )
}

/** Keeps what browsers report of the page's policy, with the release that it concerns. */
export function reportsService({ registryDb, clock, log }: AppContext) {
  const repository = telemetryRepository(registryDb)
  const warn = boundedWarnings(log, clock)

  return {
    async add(sent: unknown) {
      const reports = policyReports(sent)
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
