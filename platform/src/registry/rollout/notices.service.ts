import type { Verdict, Finding } from '@awards/shared/releases'
import type { Db } from '../../../../api/src/db/database.ts'
import {
  RETRY_SECONDS,
  webhookHeaders,
  WEBHOOK_TIMEOUT_MS,
} from '../../../../api/src/lib/standard-webhooks.ts'
import type { AppContext } from '../../../../api/src/start/app-context.ts'
import { type StoredRollout, noticesRepository, type Notice } from './rollouts.repository.ts'

const percent = (share: number | null) =>
  share === null ? 'not known' : `${(100 * share).toFixed(2)} %`
const milliseconds = (value: number | null) => (value === null ? 'not known' : `${value} ms`)

/** A comparison in words: `failed_views 2.41 % beside 0.28 % (of 540 and 4860)`. */
export function findingText({ figure, test, ...one }: Finding): string {
  const text = test === 'rank' ? milliseconds : percent
  const counts = `${one.canary_count} and ${one.baseline_count}`
  return `${figure} ${text(one.canary)} beside ${text(one.baseline)} (of ${counts})`
}

type Context = Pick<AppContext, 'registryDb' | 'db' | 'clock' | 'log' | 'mail' | 'config'>

export type NoticeKind = 'release.stopped' | 'release.completed'
type Ended = {
  readonly rollout: StoredRollout
  readonly verdict: Verdict
  readonly kind: NoticeKind
}

const IS_MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * Queues mails and webhooks about the end of a rollout, in the transaction that ends it. Mails report a stop alone, to
 * the owners of the remote and to the person who started it if their token names an address.
 */
export async function noteRollout({ clock }: Context, trx: Db, { rollout, verdict, kind }: Ended) {
  const notices = noticesRepository(trx)
  const owners = await notices.owners(rollout.name)
  const now = clock()
  const { id, channel, name, version, baseline, started_by } = rollout
  const facts = { rollout: id, channel, remote: name, version, baseline, started_by }
  const addresses = [...owners.map(({ mail }) => mail), started_by]
  const mails = new Set(addresses.filter((one) => one !== null && IS_MAIL.test(one)))
  const figures = verdict.findings.filter(({ stops }) => stops).map(findingText)
  if (kind === 'release.stopped') {
    for (const target of mails) {
      const payload = { ...facts, figures: figures.join('\n') }
      await notices.add({ kind: 'mail', target: String(target), secret: null, payload }, now)
    }
  }
  for (const { webhook_url: target, webhook_secret: secret } of owners) {
    if (!target) continue
    const payload = { type: kind, timestamp: now.toISOString(), data: { ...facts, verdict } }
    await notices.add({ kind: 'webhook', target, secret, payload }, now)
  }
}

/** Sends the notices that are due. A failure is retried later and keeps no other notice. */
export async function deliverNotices(context: Context) {
  const { registryDb, clock, log, config } = context
  const notices = noticesRepository(registryDb)
  // A registry that runs alone sends no mail; a site does.
  const kinds = config.serve === 'site' ? (['mail', 'webhook'] as const) : (['webhook'] as const)
  for (const notice of await notices.claim(clock(), kinds)) {
    try {
      await (notice.kind === 'mail' ? sendMail(context, notice) : sendWebhook(notice, clock()))
      await notices.sent(notice.id, clock())
    } catch (error) {
      const seconds = RETRY_SECONDS[notice.attempts - 1] ?? RETRY_SECONDS.at(-1) ?? 0
      const runAt = new Date(clock().getTime() + seconds * 1_000)
      await notices.failed(notice.id, runAt, String(error))
      const { kind, attempts } = notice
      log.warn('notice.failed', { kind, attempts, retry_in: seconds, error: String(error) })
    }
  }
}

async function sendMail({ mail, db }: Context, { id, target, payload }: Notice) {
  const params = Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, String(value)]),
  )
  await mail.enqueue(db, {
    to: target,
    template: 'release_stopped',
    language: 'en',
    params,
    dedupeKey: `notice:${id}`,
  })
}

/** POSTs a webhook; throws unless it is accepted with 2xx. Redirects are refused: they could leave the named address. */
async function sendWebhook({ id, target, secret, payload }: Notice, at: Date) {
  const body = JSON.stringify(payload)
  const response = await fetch(target, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...webhookHeaders(secret ?? '', `msg_${id}`, at, body),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`${new URL(target).host} answered ${response.status}`)
}
