import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { session } from '@awards/shared/contract'
import { parse } from 'yaml'
import { testApi } from '../../test/test-api.ts'
import { buildApp } from '../start/build-app.ts'
import { prometheusMetrics } from './serve-metrics.ts'
import { siteGauges } from './site-gauges.ts'

type Rule = { alert: string; expr: string }
type Rules = { groups: { rules: Rule[] }[] }
type Rehearsals = { tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[] }

const ROOT = resolve(import.meta.dirname, '../../..')
const text = (path: string) => readFileSync(resolve(ROOT, path), 'utf8')
const rules = (parse(text('deploy/alerts.yml')) as Rules).groups.flatMap((group) => group.rules)

/** Metric that Prometheus itself adds for each target. */
const OF_SCRAPE = { name: 'up', labels: ['job', 'instance'] }
const FUNCTIONS = ['histogram_quantile']

const api = await testApi()

/** Metrics of a process after one call and with one waiting job. */
const page = (async () => {
  const { metrics, registry } = prometheusMetrics()
  const app = buildApp({ ...api.context, metrics })
  await app.inject({ method: 'POST', url: session.login.path, payload: {} })
  await api.context.jobs.enqueue(api.db, 'nobody.does.it', {})
  await siteGauges(registry, api.context)()
  await app.close()
  return registry.metrics()
})()

/** Metrics of a rule with the labels of their selectors. */
function chosen({ expr }: Rule): { name: string; labels: string[] }[] {
  const names = /\b(up|[a-z]+_[a-z0-9_]+)\b(?:\{([^}]*)\})?/g
  const outside = expr.replaceAll(/\bby \([^)]*\)/g, '')
  return [...outside.matchAll(names)]
    .map(([, name = '', selector = '']) => ({
      name,
      labels: [...selector.matchAll(/(\w+)\s*[!=]/g)].map(([, label = '']) => label),
    }))
    .filter(({ name }) => !FUNCTIONS.includes(name))
}

test.each(rules.map((rule) => [rule.alert, rule] as const))(
  '%s uses existing metrics and labels',
  async (_alert, rule) => {
    const shown = await page
    expect(chosen(rule)).not.toEqual([])
    for (const { name, labels } of chosen(rule)) {
      if (name !== OF_SCRAPE.name) expect(shown).toMatch(new RegExp(`^${name}[ {]`, 'm'))
      for (const label of labels.filter((one) => !OF_SCRAPE.labels.includes(one))) {
        expect(shown).toMatch(new RegExp(`^${name}\\{[^}]*\\b${label}="`, 'm'))
      }
    }
  },
)

test.each(rules.map(({ alert }) => alert))('%s is documented and has a firing test', (alert) => {
  const { tests } = parse(text('deploy/alerts.test.yml')) as Rehearsals
  const fired = tests
    .flatMap((one) => one.alert_rule_test)
    .filter((one) => one.alertname === alert && one.exp_alerts.length > 0)
  expect(fired).not.toEqual([])
  expect(text('docs/operate/monitoring-and-alerts.md')).toContain(`| \`${alert}\``)
})
