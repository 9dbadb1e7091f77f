import { entries, payments, type OwnerEntryInfo } from '@awards/shared/contract'
import { type EntryDraft, ENTRY_STATUS } from '@awards/shared/domain'
import { uuidOf } from '../../api/src/lib/seeded-random.ts'
import { signIn, type Account } from './accounts.ts'
import { fetchJson, OutcomeUnknown, type ApiClient } from './api-client.ts'
import { fullSpeed, type Think } from './virtual-users.ts'
import { type Photograph, upload } from './uploads.ts'
import { lostWrite, type EntryRecord, type OpenCategory, type WriteLog } from './write-log.ts'

/** Answers of a complete entry, with all required fields. */
export const COMPLETE_ANSWERS = {
  title: 'Passerelle',
  description: 'A step stool with a handrail that folds flat against the wall. '.repeat(6),
  completion_date: '2026-04-18',
  realisation: 1,
  designers: [{ name: 'Noémie Garel', country: 'FR' }],
  ai_use: 0,
  rights_declaration: true,
  image_licence_consent: true,
} satisfies EntryDraft

export type Entrant = {
  api: ApiClient
  /** URLs of the site and the simulated wallet; the wallet is needed for payments only. */
  target: { url: string; wallet?: string }
  log: WriteLog
  account: Account
  category: OpenCategory
  pictures: readonly Photograph[]
  /** Number of works; endless by default. */
  limit?: number
  /** Last step of each work. */
  until?: 'submitted' | 'paid'
  think?: Think
  /** Wraps an upload to measure it. */
  timed?: <T>(work: () => Promise<T>) => Promise<T>
}

const EDITS = 3

/** A virtual entrant: signs in, enters and pays work after work; resumes after a lost connection. */
export function entrant(given: Entrant) {
  const { api, target, log, account, category, limit = Infinity, until = 'paid' } = given
  const { think = fullSpeed, timed = (work) => work() } = given
  const files: string[] = []
  const own: EntryRecord[] = []
  let token = ''
  let isOutcomeUnknown = false

  const isDone = (work: EntryRecord) => (until === 'paid' ? work.isPaid : work.isSubmitted) === true

  function nextWork(): EntryRecord {
    const key = uuidOf(`${account.email} ${own.length + 1}`)
    const work: EntryRecord = { key, token, category, version: 0, edits: 0 }
    own.push(work)
    log.entries.push(work)
    return work
  }

  /** Performs the next write of a work. */
  async function step(work: EntryRecord) {
    if (!work.created) return create(work)
    const apply_order_id = work.created.entry
    const version = { apply_order_id, version: work.version }
    // Kills may lose all edits, and an entry without one cannot be submitted.
    if (work.edits < EDITS || !work.summary) return edit(work, version)
    const picture = given.pictures[files.length]
    if (picture) {
      files.push(await timed(() => upload({ api, url: target.url, log }, token, picture())))
    } else if (!work.files) {
      const list = files.map((file_id, sort) => ({
        file_id,
        sort,
        alt: `View ${sort + 1}`,
        kind: sort === 0 ? ('cover' as const) : ('image' as const),
      }))
      const saved = await api(token, entries.editImage, { ...version, files: list })
      Object.assign(work, { files: [...files], version: saved.version })
      log.acknowledge('attached pictures')
    } else if (!work.isSubmitted) {
      const saved = await api(token, entries.edit, { ...version, answers: {}, submit: true })
      Object.assign(work, { isSubmitted: true, version: saved.version })
      log.acknowledge('submissions')
    } else if (!work.order) {
      work.order = await order(apply_order_id)
      log.acknowledge('orders')
    } else {
      await pay(work.order.code_url)
      work.isPaid = true
      log.acknowledge('payments')
    }
  }

  async function create(work: EntryRecord) {
    const { project_id, orders } = await api(token, entries.entry, creationOf(work))
    work.created = { project: project_id, entry: orders[0]?.apply_order_id ?? '' }
    log.acknowledge('drafts')
    work.version = (await ownerInfo(api, token, work.created.entry)).version
  }

  async function edit(work: EntryRecord, version: { apply_order_id: string; version: number }) {
    work.edits += 1
    work.attempted = `Edit ${work.edits} of a stool with a handrail, ${work.key}`
    const answers = {
      ...COMPLETE_ANSWERS,
      summary: work.attempted,
      designers: [...COMPLETE_ANSWERS.designers],
    }
    const saved = await api(token, entries.edit, { ...version, answers })
    Object.assign(work, { summary: work.attempted, version: saved.version })
    log.acknowledge('edits')
  }

  async function order(apply_order_id: string) {
    const { quote_id } = await api(token, payments.getEntryFee, { apply_order_id })
    const address = { address: '12 rue des Teinturiers', postal_code: '69001', city: 'Lyon' }
    const billing = {
      kind: 'consumer',
      name: 'Garel',
      country: 'FR',
      email: account.email,
    } as const
    const started = await api(token, payments.entryFeePayment, {
      apply_order_id,
      quote_id,
      channel: 'wechat_native',
      consumer_waiver: true,
      billing: {
        ...billing,
        ...address,
      },
    })
    if (started.action.type !== 'qrcode') throw new Error('The payment has no code')
    return { order_no: started.order_no, code_url: started.action.code_url }
  }

  async function pay(code_url: string) {
    const answer = await fetchJson(`${target.wallet}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code_url }),
    })
    const { ok, reason = '' } = (answer ?? {}) as { ok?: boolean; reason?: string }
    // A wallet that cannot write, the disk being full, answers with an error of its own.
    if (ok === undefined) throw new OutcomeUnknown(`wallet: ${JSON.stringify(answer)}`)
    if (!ok && !/already paid/.test(reason)) throw new Error(`The wallet says: ${reason}`)
  }

  return {
    /** Whether all works are entered. */
    isDone: () => own.filter(isDone).length === limit,
    /** Writes sequentially; throws at an unknown outcome, and reconciles with the server at the next run. */
    async run() {
      token ||= await signIn(api, log, account)
      for (;;) {
        let work = own.at(-1)
        if (work && isDone(work) && own.length === limit) return
        if (!work || isDone(work)) work = nextWork()
        try {
          if (isOutcomeUnknown) await reconcile(api, work)
          isOutcomeUnknown = false
          await think()
          await step(work)
        } catch (error) {
          isOutcomeUnknown = true
          throw error
        }
      }
    },
  }
}

/** Request that creates an entry; idempotent by its key. */
export const creationOf = ({ key, category }: EntryRecord) => ({
  section_id: category.section,
  category_ids: [category.category],
  idempotency_key: key,
})

/**
 * Reads an entry and updates the record. Throws if it is neither in the acknowledged state nor in that of the one pending
 * write (a lost write).
 */
export async function reconcile(api: ApiClient, work: EntryRecord) {
  if (!work.created) return
  const info = await ownerInfo(api, work.token, work.created.entry)
  const { version, answers } = info
  const isSubmitted = info.entry_status >= ENTRY_STATUS.submitted
  const files = info.files.map(({ file_id }) => file_id)
  const found = { version, summary: answers.summary, files, isSubmitted }
  const lost = lostWrite(work, found)
  if (lost) throw new Error(`Lost: ${lost}`)
  Object.assign(work, { version, summary: answers.summary })
  work.isSubmitted ||= isSubmitted
}

async function ownerInfo(api: ApiClient, token: string, entry: string): Promise<OwnerEntryInfo> {
  const info = await api(token, entries.info, { apply_order_id: entry })
  if (info.projection !== 'owner') throw new Error('An entrant got the sheet of a juror')
  return info
}
