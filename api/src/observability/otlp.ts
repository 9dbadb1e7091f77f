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
import { type Log, boundedWarnings } from './log.ts'
import { loggedPath } from '../http/access-log.ts'
import { traceStatements } from '../db/database.ts'
import type { Facts, Tracing } from './instruments.ts'

const LONGEST_STATEMENT = 2_000

export type TraceSettings = {
  /** Where an OTLP collector listens, without `/v1/traces`. */
  readonly endpoint: string
  readonly service: string
  /** The part of requests and jobs that is told, from 0 to 1. */
  readonly ratio: number
}

type LockedOrder = { span: Span; around: Context }

/**
 * Tells an OpenTelemetry collector of requests, jobs and their statements. It is loaded only where
 * somebody asks for it, and writes down the text of a statement and never its values.
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
  tellProblems(log)
  const tracer = provider.getTracer('awards')
  const held = new WeakMap<FastifyRequest, LockedOrder>()

  traceStatements((text) => {
    // What the rounds of the clock ask belongs to nothing that anybody looks for.
    if (!trace.getActiveSpan()) return undefined
    const [verb = 'statement'] = text.trimStart().split(/\s/, 1)
    const span = tracer.startSpan(`postgresql ${verb.toLowerCase()}`, { kind: SpanKind.CLIENT })
    span.setAttribute('db.system.name', 'postgresql')
    span.setAttribute('db.query.text', text.slice(0, LONGEST_STATEMENT))
    return (error) => end(span, error)
  })

  return {
    requests(app: FastifyInstance) {
      app.addHook('onRequest', (request, _reply, done) => {
        const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, root: true })
        held.set(request, { span, around: trace.setSpan(context.active(), span) })
        done()
      })
      app.addHook('preHandler', (request, _reply, done) => {
        const { around } = held.get(request) ?? {}
        if (around) context.with(around, done)
        else done()
      })
      app.addHook('onResponse', (request, reply, done) => {
        done()
        const { span } = held.get(request) ?? {}
        if (!span) return
        const { call, code = reply.statusCode, trace_id } = request.cause
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

    async span<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T> {
      const span = tracer.startSpan(name, { attributes: facts, root: true })
      try {
        const result = await context.with(trace.setSpan(context.active(), span), work)
        end(span)
        return result
      } catch (error) {
        end(span, error)
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

// A message of the database may hold a value; its kind is enough to look for it in the log.
function end(span: Span, error?: unknown) {
  if (error) {
    const kind = error instanceof Error ? error.name : 'error'
    span.setStatus({ code: SpanStatusCode.ERROR, message: kind })
  }
  span.end()
}

/** A collector that is away is told in the log, not over and over. */
function tellProblems(log: Log) {
  const warn = boundedWarnings(log, () => new Date())
  const tell = (message: string) => warn('traces.problem', { message: message.slice(0, 300) })
  const nothing = () => undefined
  const logger = { error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
