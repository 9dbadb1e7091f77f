import {
  context,
  diag,
  DiagLogLevel,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Log, rateLimitedWarnings } from './log.ts'
import { loggedPath } from '../http/access-log.ts'
import { traceStatements } from '../db/database.ts'
import type { SpanAttributes, Tracing } from './instruments.ts'

const MAX_STATEMENT_LENGTH = 2_000

export type TraceSettings = {
  /** URL of an OTLP collector, without `/v1/traces`. */
  readonly endpoint: string
  readonly service: string
  /** Sampling ratio of requests and jobs, 0 to 1. */
  readonly ratio: number
}

type RequestSpan = { span: Span; spanContext: Context }

/**
 * Exports spans of requests, jobs and SQL statements to an OpenTelemetry collector. Contains the text of statements, never
 * their parameter values. Loaded only if tracing is configured.
 */
export function otlpTracing({ endpoint, service, ratio }: TraceSettings, log: Log): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  logDiagnostics(log)
  const tracer = provider.getTracer('awards')
  const requestSpans = new WeakMap<FastifyRequest, RequestSpan>()

  traceStatements((text) => {
    // Skips statements outside of a request or job, such as the polling of the queue.
    if (!trace.getActiveSpan()) return undefined
    const [verb = 'statement'] = text.trimStart().split(/\s/, 1)
    const span = tracer.startSpan(`postgresql ${verb.toLowerCase()}`, { kind: SpanKind.CLIENT })
    span.setAttribute('db.system.name', 'postgresql')
    span.setAttribute('db.query.text', text.slice(0, MAX_STATEMENT_LENGTH))
    return (error) => endSpan(span, error)
  })

  return {
    requests(app: FastifyInstance) {
      app.addHook('onRequest', (request, _reply, done) => {
        const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, root: true })
        requestSpans.set(request, { span, spanContext: trace.setSpan(context.active(), span) })
        done()
      })
      app.addHook('preHandler', (request, _reply, done) => {
        const { spanContext } = requestSpans.get(request) ?? {}
        if (spanContext) context.with(spanContext, done)
        else done()
      })
      app.addHook('onResponse', (request, reply, done) => {
        done()
        const { span } = requestSpans.get(request) ?? {}
        if (!span) return
        const { call, code = reply.statusCode, trace_id } = request.requestContext
        span.updateName(`${request.method} ${call ?? loggedPath(request.url)}`)
        span.setAttributes({
          'http.request.method': request.method,
          'url.path': loggedPath(request.url),
          'http.response.status_code': reply.statusCode,
          'awards.code': code,
          'awards.trace_id': trace_id,
        })
        if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
    },

    async span<T>(name: string, facts: SpanAttributes, work: () => Promise<T>): Promise<T> {
      const span = tracer.startSpan(name, { attributes: facts, root: true })
      try {
        const result = await context.with(trace.setSpan(context.active(), span), work)
        endSpan(span)
        return result
      } catch (error) {
        endSpan(span, error)
        throw error
      }
    },

    async close() {
      traceStatements(undefined)
      await provider.shutdown().catch(() => undefined)
      context.disable()
      diag.disable()
    },
  }
}

// Only the error's name: a database message may contain parameter values. The log has the details.
function endSpan(span: Span, error?: unknown) {
  if (error) {
    const kind = error instanceof Error ? error.name : 'error'
    span.setStatus({ code: SpanStatusCode.ERROR, message: kind })
  }
  span.end()
}

/** Routes OpenTelemetry's diagnostics to the log, rate-limited: the collector may be down. */
function logDiagnostics(log: Log) {
  const warn = rateLimitedWarnings(log, () => new Date())
  const warnProblem = (message: string) =>
    warn('traces.problem', { message: message.slice(0, 300) })
  const nothing = () => undefined
  const logger = {
    error: warnProblem,
    warn: warnProblem,
    info: nothing,
    debug: nothing,
    verbose: nothing,
  }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
