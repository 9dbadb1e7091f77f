import { judge, judgeAdded } from '@awards/shared/contract'
import { testApi } from '../../../../test/test-api.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const edition_id = jury.edition.id

const decided = (given: object = {}) =>
  jury.entry({ award_id: jury.silver.id, decision_status: 3, decision_version: 2, ...given })
const row = (id: string) =>
  api.db.selectFrom('apply_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a phase change moves entries that are admitted and paid into judging, and no other, and is logged', async () => {
  proves('call judge/getPhase', 'call judge/changePhase')
  const paid = await jury.entry({ entry_status: 30 })
  const unpaid = await jury.entry({ entry_status: 10 })
  const unchecked = await jury.entry({ entry_status: 20 })
  const refunded = await jury.entry({ entry_status: 20, entry_fee_status: 6 })
  const correctionDue = (due: Date) =>
    jury.entry({ entry_status: 25, correction_note: 'The cover', correction_due_at: due })
  const overdue = await correctionDue(api.build.at(-1))
  const pending = await correctionDue(api.build.at(1))
  const change = { phase_id: jury.phaseId(4), reason: 'All scores are in' }

  const { current } = await chair.call(judgeAdded.changePhase, change)

  expect(current).toMatchObject({ phase: 4, is_current: true })
  expect((await row(paid.id)).entry_status).toBe(40)
  expect((await row(unpaid.id)).entry_status).toBe(10)
  expect((await row(unchecked.id)).entry_status).toBe(20)
  expect((await row(refunded.id)).entry_status).toBe(20)
  expect((await row(overdue.id)).entry_status).toBe(25)
  expect((await row(pending.id)).entry_status).toBe(25)
  const opened = await api.db
    .selectFrom('entry_events')
    .select('apply_order_id')
    .where('code', '=', 'in_judging')
    .execute()
  expect(opened.map((event) => event.apply_order_id).toSorted()).toEqual([paid.id])
  const logged = await api.db
    .selectFrom('audit_log')
    .select('reason')
    .where('action', '=', 'phase.changed')
    .execute()
  expect(logged).toEqual([{ reason: 'All scores are in' }])
})

test('the embargo freezes decisions; going back thaws them', async () => {
  const entry = await jury.entry()
  const move = (phase: number) => jury.changePhase(phase)

  await move(7)
  expect((await row(entry.id)).entry_status).toBe(50)
  await move(6)
  expect((await row(entry.id)).entry_status).toBe(40)
})

test('returns 423 before the freeze, and 403 without the capability', async () => {
  proves('call judge/publish')
  await jury.enter(6)
  expect(await chair.answer(judgeAdded.publish, { edition_id })).toMatchObject({ code: 423 })
  const without = await api.build.juror(1, { capabilities: ['can_score'] })
  expect(await api.as(without).answer(judgeAdded.publish, { edition_id })).toMatchObject({
    code: 403,
  })
})

describe('publication', () => {
  test('a dry run changes nothing; publication writes statuses, certificates and mails', async () => {
    await api.db.deleteFrom('apply_orders').execute()
    const winner = await decided()
    const unlicensed = await decided({ answers: '{}' })
    const open = await decided({ decision_status: 2, entry_status: 50 })
    const lost = await jury.entry({ entry_status: 50 })
    await jury.scored(lost, [50, 51, 52])
    await jury.enter(7)
    const expected = { awarded: 2, not_awarded: 1, shown: 1, certificates: 2 }

    const input = { edition_id, without_award: true }
    const planned = await chair.call(judgeAdded.publish, { ...input, dry_run: true })
    expect(planned).toMatchObject({ ...expected, published_at: null })
    expect((await row(winner.id)).entry_status).toBe(40)

    const published = await chair.call(judgeAdded.publish, input)
    expect(published).toMatchObject(expected)
    expect(published.skipped).toEqual(
      expect.arrayContaining([
        { id: open.id, reason: 'NOT_CONFIRMED' },
        { id: unlicensed.id, reason: 'NO_LICENCE' },
      ]),
    )
    expect(await row(winner.id)).toMatchObject({
      entry_status: 60,
      decision_status: 5,
      is_show: true,
      winner_fee_status: 1,
      offer_expires_at: expect.any(Date),
    })
    expect(await row(unlicensed.id)).toMatchObject({ entry_status: 60, is_show: false })
    expect(await row(lost.id)).toMatchObject({ entry_status: 61 })
    expect(await row(open.id)).toMatchObject({ entry_status: 40 })
    const frozen = await chair.call(judgeAdded.snapshotList, { edition_id })
    expect(frozen.list[0]).toMatchObject({ entries: 4 })
    const certificates = await api.db.selectFrom('certificates').selectAll().execute()
    expect(certificates).toHaveLength(2)
    await api.context.jobs.drain()
    const subjects = api.mails.flatMap(({ to, subject }) =>
      to === jury.owner.email ? [subject.replace(/^.*?: /, '')] : [],
    )
    expect(subjects.toSorted()).toEqual([
      'the jury has awarded “Ondine”',
      'the jury has awarded “Ondine”',
      'the results are out',
    ])

    const again = await chair.call(judgeAdded.publish, { edition_id })
    expect(again).toMatchObject({ awarded: 0, certificates: 0 })
    const none = { apply_order_id: open.id, award_id: null, no_award: true, version: 2 }
    const reason = 'The second level does not follow'
    expect(await chair.call(judge.award, { ...none, reason })).toMatchObject({
      decision_status: 4,
    })
    expect(await chair.call(judgeAdded.publish, { edition_id })).toMatchObject({ not_awarded: 1 })
    expect(await row(open.id)).toMatchObject({ entry_status: 61 })
    const { current } = await chair.call(judge.getPhase, {})
    expect(current?.phase).toBe(8)
    expect(
      await chair.answer(judgeAdded.changePhase, {
        phase_id: jury.phaseId(3),
        reason: 'Back again',
      }),
    ).toMatchObject({ code: 409, data: { reason: 'PUBLISHED' } })
  })

  test('hiding requires a reason and suspends the certificate; showing restores it', async () => {
    proves('call judge/isShow')
    const winner = await api.db
      .selectFrom('apply_orders')
      .selectAll()
      .where('is_show', '=', true)
      .executeTakeFirstOrThrow()
    const status = async () =>
      (
        await api.db
          .selectFrom('certificates')
          .select('status')
          .where('apply_order_id', '=', winner.id)
          .executeTakeFirstOrThrow()
      ).status
    const input = { apply_order_id: winner.id, is_show: false }

    expect(await chair.answer(judge.isShow, input)).toMatchObject({ code: 422 })
    await chair.call(judge.isShow, { ...input, reason: 'Dispute about the rights' })
    expect(await status()).toBe('suspended')
    await chair.call(judge.isShow, { ...input, is_show: true })
    expect(await status()).toBe('valid')
  })

  test('a batch shows eligible entries and returns a reason for each skipped one', async () => {
    proves('call judge/batchShow')
    const unlicensed = await api.db
      .selectFrom('apply_orders')
      .selectAll()
      .where('entry_status', '=', 60)
      .where('is_show', '=', false)
      .executeTakeFirstOrThrow()
    const winner = await jury.entry({ entry_status: 60, award_id: jury.silver.id })
    const judging = await jury.entry()
    const other = await api.build.category()
    const foreign = await jury.entry({ category_id: other.id })

    const { updated, skipped } = await chair.call(judge.batchShow, {
      apply_order_ids: [unlicensed.id, winner.id, judging.id, foreign.id],
      is_show: true,
    })

    expect(updated).toEqual([winner.id])
    expect(skipped).toEqual(
      expect.arrayContaining([
        { id: unlicensed.id, reason: 'NO_LICENCE' },
        { id: judging.id, reason: 'NOT_AWARDED' },
        { id: foreign.id, reason: 'OUT_OF_SCOPE' },
      ]),
    )
  })
})
