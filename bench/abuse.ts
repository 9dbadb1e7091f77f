import { rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { documents, entries, publication, session, type Endpoint } from '@awards/shared/contract'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { tokenOf } from '../e2e/src/harness/browser.ts'
import { databaseUrl } from '../e2e/src/harness/database.ts'
import { openCategory } from '../ops/workload/accounts.ts'
import { apiClient } from '../ops/workload/api-client.ts'
import { benchSite } from './common/load.ts'
import { quantile, round, isQuick, keep } from './common/results.ts'

// Whether others are answered while one account asks for documents, registers weak passwords and searches nonsense
// as fast as it can. The account asks from a thread of its own, so that it does not hold up the clock.
const SECONDS = isQuick ? 8 : 30
/** Requests of each kind that are under way at once. */
const AT_ONCE = 20
const PROBE_MS = 10
const LIMIT_MS = 50

type Abuse = { readonly url: string; readonly token: string; readonly entry: string }
/** How many answers each kind of request had, by their code. */
type Answers = Record<string, Record<string, number>>

const words = () => Math.random().toString(36).slice(2)

/** Asks as fast as it is answered until the time is over. */
async function abuse({ url, token, entry }: Abuse): Promise<Answers> {
  const answers: Answers = {}
  const end = performance.now() + SECONDS * 1_000

  async function send(kind: string, call: Endpoint, input: Record<string, unknown>) {
    const isGet = call.method === 'GET'
    const query = isGet ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const code = await fetch(`${url}${call.path}${query}`, {
      method: call.method,
      headers: { token, 'content-type': 'application/json' },
      ...(!isGet && { body: JSON.stringify(input) }),
    }).then(
      async (answer) => ((await answer.json()) as { code: number }).code,
      () => 'no answer',
    )
    const counted = (answers[kind] ??= {})
    counted[code] = (counted[code] ?? 0) + 1
  }

  const billing = () => ({
    kind: 'consumer',
    name: `Name ${words()}`,
    address: '3 rue du Tan',
    postal_code: '87000',
    city: 'Limoges',
    country: 'FR',
    email: 'a@example.org',
  })
  const registration = () => ({
    email: `${words()}@example.org`,
    code: '000000',
    first_name: 'A',
    last_name: 'B',
    password: 'Qwertyuiop123!',
    password_confirmation: 'Qwertyuiop123!',
    country: 'FR',
    terms: true,
  })
  const kinds = [
    () =>
      send('proforma', documents.createEntryFeeInvoice, {
        apply_order_id: entry,
        billing: billing(),
      }),
    () => send('print', documents.printEntryFeeInvoice, { apply_order_id: entry }),
    () => send('register', session.register, registration()),
    () => send('search', publication.winnerList, { keyword: words() }),
  ]
  const loop = async (ask: () => Promise<void>) => {
    while (performance.now() < end) await ask()
  }
  await Promise.all(kinds.flatMap((ask) => Array.from({ length: AT_ONCE }, () => loop(ask))))
  return answers
}

/** Waits of `/healthz` on one connection, asked in even steps until `until` has come. */
async function waitsOf(url: string, until: Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const waits: number[] = []
  let isOver = false
  void until.finally(() => (isOver = true))
  while (!isOver) {
    const begin = performance.now()
    await new Promise<void>((done, failed) => {
      get(`${url}/healthz`, { agent }, (answer) => answer.resume().on('end', done)).on(
        'error',
        failed,
      )
    })
    const wait = performance.now() - begin
    waits.push(wait)
    await new Promise((next) => setTimeout(next, Math.max(0, PROBE_MS - wait)))
  }
  agent.destroy()
  return waits
}

async function measure() {
  const site = await benchSite({ LOG_LEVEL: 'error' })
  try {
    const { url } = site
    const token = await tokenOf(site, ACCOUNTS[0])
    const { section, category } = await openCategory(databaseUrl(site))
    const begun = { section_id: section, category_ids: [category], title: 'Stool' }
    const { orders } = await apiClient(url)(token, entries.entry, begun)
    const entry = orders[0]?.apply_order_id ?? ''
    const quiet = await waitsOf(url, new Promise((done) => setTimeout(done, 3_000)))
    const worker = new Worker(import.meta.filename, { workerData: { url, token, entry } })
    const abused = new Promise<Answers>((done, failed) =>
      worker.once('message', done).once('error', failed),
    )
    const waits = await waitsOf(url, abused)
    keep(
      'abuse',
      [
        {
          bar: 'P7',
          name: '99 of 100 waits of others while one account asks all it can',
          value: quantile(waits, 0.99),
          unit: 'ms',
          limit: LIMIT_MS,
        },
      ],
      {
        seconds: SECONDS,
        at_once: AT_ONCE,
        probes: waits.length,
        median_ms: round(quantile(waits, 0.5)),
        longest_ms: round(Math.max(...waits)),
        quiet_ms: round(quantile(quiet, 0.99)),
        answers: await abused,
      },
    )
  } finally {
    await site.stop()
    rmSync(site.dataDir, { recursive: true, force: true })
  }
}

if (isMainThread) await measure()
else parentPort?.postMessage(await abuse(workerData as Abuse))
