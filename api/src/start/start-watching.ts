import { NO_METRICS } from '../observability/metrics.ts'
import type { AppContext } from './app-context.ts'
import type { Config } from './config.ts'
import { createLog } from '../observability/log.ts'

/** Starts what was asked for of metrics and traces; a process that is not watched loads none of it. */
export async function startWatching({ metricsPort: port, metricsHost: host, ...config }: Config) {
  const counted = port
    ? (await import('../observability/prometheus.ts')).prometheusMetrics()
    : { metrics: NO_METRICS, registry: undefined }
  const log = createLog(config.logLevel, undefined, counted.metrics.line)
  const tracing = config.traces
    ? (await import('../observability/otlp.ts')).otlpTracing(config.traces, log)
    : undefined

  return {
    parts: { metrics: counted.metrics, tracing, log },
    /** Opens the port of the metrics, where there is one; gives what closes everything again. */
    async serve(context: AppContext): Promise<() => Promise<void>> {
      const { registry } = counted
      if (!port || !registry) return async () => tracing?.close()
      const { siteGauges } = await import('../observability/site-gauges.ts')
      const { serveMetrics } = await import('../observability/serve-metrics.ts')
      const refresh = siteGauges(registry, context)
      const { close } = await serveMetrics({ host, port, registry, refresh, log })
      return async () => {
        await close()
        await tracing?.close()
      }
    },
  }
}
