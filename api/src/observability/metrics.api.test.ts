import { session } from '@awards/shared/contract'
import { testApi } from '../../test/test-api.ts'
import { buildApp } from '../start/build-app.ts'
import { openDatabase } from '../db/database.ts'
import { StartError } from '../lib/errors.ts'
import { vitalsRepository } from '../../../platform/src/reports/vitals.repository.ts'
import { serveMetrics, prometheusMetrics } from './serve-metrics.ts'
import { siteGauges } from './site-gauges.ts'

const api = await testApi()
const { metrics, registry } = prometheusMetrics()
const app = buildApp({ ...api.context, metrics })
const refresh = siteGauges(registry, api.context)
const { log } = api.context
const server = await serveMetrics({ host: '127.0.0.1', port: 0, registry, refresh, log })
const url = `http://127.0.0.1:${server.port}`
const look = async () => (await fetch(`${url}/metrics`)).text()

afterAll(async () => {
  await server.close()
  await app.close()
})

test('counts requests by call and code, with a bounded number of series', async () => {
  await app.inject({ method: 'POST', url: session.login.path, payload: {} })
  await app.inject('/healthz')
  const first = await look()
  expect(first).toContain('awards_requests_total{call="user/login",code="422"} 1')
  expect(first).toContain('awards_request_seconds_count{call="user/login"} 1')
  for (let turn = 0; turn < 50; turn++) {
    await app.inject(`/made-up-${turn}/x?y=${turn}`)
    await app.inject(`/files/upload/made-up-${turn}`)
    await app.inject({ method: 'POST', url: `/api/made-up-${turn}`, payload: {} })
  }
  const calls = new Set((await look()).match(/awards_requests_total\{call="[^"]*"/g))
  expect([...calls].sort()).toEqual(
    ['api', 'healthz', 'pages', 'upload', 'user/login'].map(
      (call) => `awards_requests_total{call="${call}"`,
    ),
  )
})

test('shows queues of the database, and no values while it is down', async () => {
  const { jobs, db, mail } = api.context
  await mail.enqueue(db, { to: 'a@b.fr', template: 'password_changed', language: 'en', params: {} })
  await jobs.enqueue(db, 'nobody.does.it', {})
  const visit = { route: '/home', device: 'phone', metric: 'LCP', class: 5 } as const
  await vitalsRepository(db).count(new Date(), [visit])
  const fresh = prometheusMetrics().registry
  await siteGauges(fresh, api.context)()
  const text = await fresh.metrics()
  expect(text).toContain('awards_database_up 1')
  expect(text).toContain('awards_mails_waiting 1')
  expect(text).toContain('awards_web_vitals_p75{metric="LCP",device="phone"} 2.375')
  expect(text).not.toContain('device="desktop"')
  expect(text).toContain('awards_jobs_due{job="nobody.does.it"} 1')
  expect(text).toMatch(/awards_pool_connections\{state="open"\} [1-9]/)

  const away = prometheusMetrics().registry
  const { db: nowhere } = openDatabase({ socketDir: '/nonexistent', database: 'x' })
  await siteGauges(away, { ...api.context, db: nowhere, log: { ...log, warn: () => undefined } })()
  const silent = await away.metrics()
  expect(silent).toContain('awards_database_up 0')
  expect(silent).not.toMatch(/^awards_mails_waiting \d/m)
  await nowhere.destroy()
})

test('serves metrics on a separate port only', async () => {
  proves('security 60')
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics', 'POST'],
    ['/api/user/login', 'GET'],
  ]) {
    expect((await fetch(url + path, { method })).status).toBe(404)
  }
  expect((await app.inject('/metrics')).body).not.toContain('awards_requests_total')
  const taken = serveMetrics({ host: '127.0.0.1', port: server.port, registry, refresh, log })
  await expect(taken).rejects.toThrow(StartError)
  await expect(taken).rejects.toThrow('set METRICS_PORT to another')
})
