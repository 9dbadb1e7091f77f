import { entries, judge, judgeAdded, money } from '@awards/shared/contract'
import { POLICY_TYPES } from '@awards/shared/domain'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const jury = await jurySetting(api)
const edition_id = jury.edition.id
const AFTER_EMBARGO = api.build.at(5.5)

beforeEach(async () => {
  await api.db.deleteFrom('policies').execute()
  await api.db.updateTable('phases').set({ is_forced: false }).execute()
})

test('a chair who has not signed the agreement neither publishes nor changes the phase, nor looks at either', async () => {
  proves('call judge/publish', 'call judge/changePhase')
  await jury.enter(7)
  const policy = { type: POLICY_TYPES.jury, version: '1', effective_at: '2020-01-01' }
  const words = { title: JSON.stringify({ en: 'Agreement' }), html: JSON.stringify({ en: 'Fair' }) }
  await api.db
    .insertInto('policies')
    .values({ ...policy, ...words })
    .execute()
  const unread = { agreement_signed_at: null, agreement_version: null }
  const unsigned = api.as(await api.build.juror(1, unread))
  const unseated = api.as(await api.build.user({ identity: 1 }))
  const change = { phase_id: jury.phaseId(6), reason: 'The jury goes on' }
  for (const dry_run of [true, false]) {
    for (const [caller, code, reason] of [
      [unsigned, 423, 'AGREEMENT'],
      [unseated, 403, undefined],
    ] as const) {
      const answers = [
        await caller.answer(judgeAdded.publish, { edition_id, dry_run }),
        await caller.answer(judgeAdded.changePhase, { ...change, dry_run }),
      ]
      for (const answer of answers) {
        expect(answer).toMatchObject({ code, ...(reason && { data: { reason } }) })
      }
    }
  }
})

test('the embargo goes on beyond its date until the results are published', async () => {
  proves('call judge/getPhase', 'call judge/paymentList', 'call judge/publish')
  const decided = { award_id: jury.silver.id, decision_status: 3, decision_version: 2 }
  const entry = await jury.entry({ entry_status: 50, ...decided })
  const order = { order_no: 'AB2701210001', apply_order_id: entry.id, fee_type: 1, status: 2 }
  const paid = { channel: 'card', quote: '{}', amount_minor: 31_200, currency: 'EUR' }
  await api.db
    .insertInto('payment_orders')
    .values({ ...order, ...paid, expires_at: AFTER_EMBARGO, paid_at: new Date() })
    .execute()
  api.setTime(AFTER_EMBARGO)
  // A session of its own: the clock has moved by more than one lasts.
  const chair = api.as(jury.chair)
  const state = async () => {
    const { current, list } = await chair.call(judge.getPhase, {})
    const info = await chair.call(entries.info, { apply_order_id: entry.id })
    const payments = await chair.call(money.paymentList, {})
    return {
      phase: current?.phase,
      marked: list.filter(({ is_current }) => is_current).map(({ phase }) => phase),
      is_blind: Object(info).is_blind as unknown,
      hidden: payments.list.map(({ is_payer_hidden }) => is_payer_hidden),
    }
  }

  expect(await state()).toEqual({ phase: 7, marked: [7], is_blind: true, hidden: [true] })
  expect(await chair.call(judgeAdded.publish, { edition_id })).toMatchObject({ awarded: 1 })
  expect(await state()).toEqual({ phase: 8, marked: [8], is_blind: false, hidden: [false] })
})
