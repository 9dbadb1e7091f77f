import assert from 'node:assert'
import { randomUUID } from 'node:crypto'
import { entries, payments } from '@awards/shared/contract'
import type { OwnerEntryInfo } from '@awards/shared/contract'
import { ENTRY_STATUS, PAYMENT_STATUS } from '@awards/shared/domain'
import type { Site } from '../harness/site.ts'
import { Lost, reach, type Ask } from './ask.ts'

type Tools = {
  ask: Ask
  site: Pick<Site, 'wallet'>
  token: string
  email: string
  section: string
  category: string
  files: readonly string[]
  /** How many works are entered; without end unless it is given. */
  limit?: number
  /** What a person does before each step: think, fetch pictures. */
  before?: (work: Work) => Promise<void>
}

/** What an entrant was told of one work; `tried` is what was sent last and may or may not be there. */
export type Work = {
  key: string
  created?: { project_id: string; id: string }
  summary?: string
  triedSummary?: string
  version: number
  edits: number
  hasFiles?: boolean
  isSubmitted?: boolean
  order?: { order_no: string; code_url: string }
  isPaid?: boolean
}

const ANSWERS = {
  title: 'Passerelle',
  description: 'A step stool with a handrail that folds flat against the wall. '.repeat(6),
  completion_date: '2026-04-18',
  realisation: 1,
  designers: [{ name: 'Noémie Garel', country: 'FR' }],
  ai_use: 0,
  rights_declaration: true,
  image_licence_consent: true,
} as const
const EDITS = 3

/** An entrant who enters work after work and pays for each; `works` is what the server has confirmed. */
export function entrant(tools: Tools) {
  const { ask, token, site } = tools
  const works: Work[] = []
  let isUnsure = false

  const infoOf = async (id: string): Promise<OwnerEntryInfo> => {
    const info = await ask(token, entries.info, { apply_order_id: id })
    if (info.projection !== 'owner') throw new Error('An entrant got the sheet of a juror')
    return info
  }

  /** After a loss: the entry has what was confirmed, or the one write that was on its way. */
  async function check(work: Work) {
    if (!work.created) return
    const info = await infoOf(work.created.id)
    const summary = info.answers.summary
    assert.ok([work.summary, work.triedSummary].includes(summary), `${work.key} has ${summary}`)
    // A payment that arrives is a change of the entry too.
    const more = work.order ? info.version : work.version + 1
    assert.ok(
      info.version >= work.version && info.version <= more,
      `${work.key} is at version ${info.version}, after ${work.version}`,
    )
    if (work.hasFiles) {
      const there = info.files.map(({ file_id }) => file_id)
      assert.deepEqual(there, tools.files)
    }
    if (work.isSubmitted) assert.ok(info.entry_status >= ENTRY_STATUS.submitted, work.key)
    work.isSubmitted ||= info.entry_status >= ENTRY_STATUS.submitted
    work.version = info.version
    work.summary = summary
  }

  async function step(work: Work) {
    if (!work.created) {
      const { section, category, key } = { ...tools, key: work.key }
      const input = { section_id: section, category_ids: [category], idempotency_key: key }
      const { project_id, orders } = await ask(token, entries.entry, input)
      work.created = { project_id, id: orders[0]?.apply_order_id ?? '' }
      work.version = (await infoOf(work.created.id)).version
      return
    }
    const apply_order_id = work.created.id
    const target = () => ({ apply_order_id, version: work.version })
    // Kills may take all of its edits, and what has none cannot be submitted.
    if (work.edits < EDITS || !work.summary) {
      work.edits += 1
      work.triedSummary = `Edit ${work.edits} of a stool with a handrail, ${work.key}`
      const answers = { ...ANSWERS, summary: work.triedSummary, designers: [...ANSWERS.designers] }
      const saved = await ask(token, entries.edit, { ...target(), answers })
      Object.assign(work, { summary: work.triedSummary, version: saved.version })
    } else if (!work.hasFiles) {
      const files = tools.files.map((file_id, sort) => ({
        ...{ file_id, sort, alt: `View ${sort + 1}` },
        kind: sort === 0 ? ('cover' as const) : ('image' as const),
      }))
      const saved = await ask(token, entries.editImage, { ...target(), files })
      Object.assign(work, { hasFiles: true, version: saved.version })
    } else if (!work.isSubmitted) {
      const saved = await ask(token, entries.edit, { ...target(), answers: {}, submit: true })
      Object.assign(work, { isSubmitted: true, version: saved.version })
    } else if (!work.order) {
      work.order = await order(apply_order_id)
    } else {
      const { ok, reason } = await payAt(site.wallet, work.order.code_url)
      if (!ok && !/already paid/.test(reason ?? '')) throw new Error(`The wallet says: ${reason}`)
      work.isPaid = true
    }
  }

  async function order(apply_order_id: string) {
    const { quote_id } = await ask(token, payments.getEntryFee, { apply_order_id })
    const address = { address: '12 rue des Teinturiers', postal_code: '69001', city: 'Lyon' }
    const started = await ask(token, payments.entryFeePayment, {
      ...{ apply_order_id, quote_id, channel: 'wechat_native', consumer_waiver: true },
      billing: { kind: 'consumer', name: 'Garel', country: 'FR', email: tools.email, ...address },
    })
    if (started.action.type !== 'qrcode') throw new Error('The payment has no code')
    return { order_no: started.order_no, code_url: started.action.code_url }
  }

  return {
    works,
    /** One write after another, until the server is gone. */
    async run() {
      for (;;) {
        let work = works.at(-1)
        if (work?.isPaid && works.length === tools.limit) return
        if (!work || work.isPaid) {
          work = { key: randomUUID(), version: 0, edits: 0 }
          works.push(work)
        }
        try {
          if (isUnsure) await check(work)
          isUnsure = false
          await tools.before?.(work)
          await step(work)
        } catch (error) {
          isUnsure = true
          throw error
        }
      }
    },
    /** Every work is as it was confirmed, each creation gives its first answer, each payment is in. */
    async verify() {
      for (const work of works) {
        await check(work)
        if (!work.created) continue
        const again = await ask(token, entries.entry, {
          ...{ section_id: tools.section, category_ids: [tools.category] },
          idempotency_key: work.key,
        })
        const { project_id, id } = work.created
        assert.strictEqual(again.project_id, project_id)
        const orders = again.orders.map(({ apply_order_id }) => apply_order_id)
        assert.deepEqual(orders, [id])
        if (work.isPaid && work.order) await arrived(work.order.order_no)
      }
    },
  }

  async function arrived(order_no: string) {
    const limit = Date.now() + 60_000
    for (;;) {
      const { status } = await ask(token, payments.queryOrder, { order_no })
      if (status === PAYMENT_STATUS.paid) return
      if (Date.now() > limit) throw new Error(`The payment of ${order_no} has not arrived`)
      await new Promise((next) => setTimeout(next, 300))
    }
  }
}

async function payAt(wallet: string, code_url: string) {
  const answer: unknown = await reach(`${wallet}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code_url }),
  })
  if (typeof answer !== 'object' || answer === null) throw new Lost('no answer')
  return answer as { ok?: boolean; reason?: string }
}
