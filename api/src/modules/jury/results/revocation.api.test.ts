import {
  documents,
  entries,
  judge,
  judgeAdded,
  payments,
  publication,
  publicationAdded,
  scoreSheets,
} from '@awards/shared/contract'
import { countStatements } from '../../../../test/count-statements.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { PROGRAMME } from '../../../../test/payment-scene.ts'
import { testApi } from '../../../../test/test-api.ts'

const counting = countStatements()
const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const owner = api.as(jury.owner)
const visitor = api.as(null)
const edition_id = jury.edition.id
const reason = 'The work is that of somebody else'
await api.db
  .insertInto('site_documents')
  .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
  .execute()

const row = (id: string) =>
  api.db.selectFrom('apply_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const confirmed = (given: object = {}) =>
  jury.entry({ award_id: jury.silver.id, decision_status: 3, decision_version: 2, ...given })
const mailsOf = async (template: string) =>
  (
    await api.db
      .selectFrom('mail_outbox')
      .select(['recipient', 'params'])
      .where('template', '=', template)
      .execute()
  ).map(({ recipient, params }) => ({ recipient, ...(params as { note?: string }) }))

test('disqualification removes the entry from lists and votes, keeps the fee and mails the reason', async () => {
  proves('call judge/disqualify')
  const entry = await confirmed({ entry_fee_status: 2 })
  await jury.scored(entry, [70, 75, 80])

  const answer = await chair.call(judgeAdded.disqualify, { apply_order_id: entry.id, reason })

  expect(answer).toEqual({ entry_status: 91, entry_status_text: 'disqualified' })
  expect(await row(entry.id)).toMatchObject({ entry_status: 91, entry_fee_status: 2 })
  const { list } = await chair.call(judge.judgeEntryList, { pageSize: 100 })
  expect(list.map(({ apply_order_id }) => apply_order_id)).not.toContain(entry.id)
  const counted = await api.db
    .selectFrom('counted_votes')
    .selectAll()
    .where('apply_order_id', '=', entry.id)
    .execute()
  expect(counted).toEqual([])
  expect(await mailsOf('entry_disqualified')).toEqual([
    expect.objectContaining({ recipient: jury.owner.email, note: reason }),
  ])
  const info = await owner.call(entries.info, { apply_order_id: entry.id })
  expect(info).toMatchObject({
    entry_status: 91,
    award: null,
    timeline: [{ code: 'disqualified', detail: reason, at: expect.any(String) }],
  })
  expect(await owner.answer(scoreSheets.scoreSheet, { apply_order_id: entry.id })).toMatchObject({
    code: 404,
  })
})

test('returns 409 for disqualifying a published entry and for revoking an unpublished one', async () => {
  const judging = await jury.entry()
  const awarded = await jury.entry({
    entry_status: 60,
    award_id: jury.silver.id,
    decision_status: 5,
  })
  const input = ({ id }: { id: string }) => ({ apply_order_id: id, reason })
  expect(await chair.answer(judgeAdded.revokeAward, input(judging))).toMatchObject({
    code: 409,
    data: { reason: 'NOT_AWARDED' },
  })
  expect(await chair.answer(judgeAdded.disqualify, input(awarded))).toMatchObject({
    code: 409,
    data: { reason: 'PUBLISHED' },
  })
  expect(await chair.answer(judgeAdded.revokeAward, { apply_order_id: awarded.id })).toMatchObject({
    code: 422,
  })
})

test('revocation hides the entry, revokes certificate and offer, and alerts finance of a paid package', async () => {
  proves('call judge/revokeAward')
  await api.db.deleteFrom('apply_orders').execute()
  const winner = await confirmed()
  const paid = await confirmed()
  await jury.enter(7)
  await chair.call(judgeAdded.publish, { edition_id })
  await api.context.jobs.drain()
  await api.db
    .updateTable('apply_orders')
    .set({ winner_fee_status: 3 })
    .where('id', '=', paid.id)
    .execute()
  await api.db
    .insertInto('payment_orders')
    .values({
      order_no: 'GA270101PACKAGE1',
      apply_order_id: paid.id,
      fee_type: 2,
      status: 2,
      channel: 'bank_transfer',
      quote: '{}',
      amount_minor: 100,
      currency: 'EUR',
      expires_at: api.build.at(1),
      paid_at: api.build.at(-1),
    })
    .execute()
  const { number } = await api.db
    .selectFrom('certificates')
    .select('number')
    .where('apply_order_id', '=', winner.id)
    .executeTakeFirstOrThrow()
  const input = { apply_order_id: winner.id }
  expect((await visitor.answer(publication.winnerInfo, input)).code).toBe(200)

  await chair.call(judgeAdded.revokeAward, { ...input, reason })
  await chair.call(judgeAdded.revokeAward, { apply_order_id: paid.id, reason })

  expect(await row(winner.id)).toMatchObject({
    entry_status: 91,
    decision_status: 6,
    is_show: false,
    winner_fee_status: 9,
  })
  expect((await visitor.answer(publication.winnerInfo, input)).code).toBe(404)
  expect(await visitor.call(publicationAdded.verifyCertificate, { number })).toMatchObject({
    status: 'revoked',
  })
  expect(await owner.answer(documents.printCertPdf, input)).toMatchObject({
    code: 403,
    data: { reason: 'REVOKED' },
  })
  expect(
    (
      await owner.answer(payments.winnerPackageFeePayment, {
        ...input,
        package_code: 'signature',
        channel: 'bank_transfer',
        billing: {
          kind: 'consumer',
          name: 'A',
          address: '1 rue',
          postal_code: '75001',
          city: 'Paris',
          country: 'FR',
          email: 'a@example.org',
        },
      })
    ).code,
  ).not.toBe(200)
  expect(await mailsOf('award_revoked')).toHaveLength(2)
  const { timeline } = (await owner.call(entries.info, input)) as { timeline: object[] }
  expect(timeline.at(-1)).toMatchObject({ code: 'award_revoked', detail: reason })
  const alerts = await api.db.selectFrom('payment_alerts').selectAll().execute()
  expect(alerts).toEqual([
    expect.objectContaining({ code: 'AWARD_REVOKED', order_no: 'GA270101PACKAGE1' }),
  ])
  expect((await row(paid.id)).winner_fee_status).toBe(3)
  const decisions = await api.db
    .selectFrom('decisions')
    .select(['kind', 'reason'])
    .where('apply_order_id', '=', winner.id)
    .where('kind', '=', 'revoke')
    .execute()
  expect(decisions).toEqual([{ kind: 'revoke', reason }])
  expect(await chair.answer(judge.isShow, { ...input, is_show: true })).toMatchObject({ code: 403 })
})

test('J6: the chair still finds a revoked entry in table, search and filter, and opens its detail', async () => {
  proves('call judge/judgeEntryList', 'call apply/info')
  const entry = await confirmed({
    entry_status: 60,
    decision_status: 5,
    published_at: new Date(),
    title: 'Taken back',
  })
  const other = await jury.entry({ title: 'Never judged' })
  await chair.call(judgeAdded.revokeAward, { apply_order_id: entry.id, reason })
  await chair.call(judgeAdded.disqualify, { apply_order_id: other.id, reason })

  const ids = async (filter: object) => {
    const { list } = await chair.call(judge.judgeEntryList, { pageSize: 100, ...filter })
    return list.map(({ apply_order_id }) => apply_order_id)
  }
  expect(await ids({})).toContain(entry.id)
  expect(await ids({ keyword: 'Taken' })).toEqual([entry.id])
  expect(await ids({ decision_status: 6 })).toContain(entry.id)
  expect(await ids({ entry_status: 91 })).not.toContain(other.id)

  const info = await chair.call(entries.info, { apply_order_id: entry.id })
  expect(info).toMatchObject({ entry_status: 91, decision_status: 6, can_award: false })
  const { history } = Object(info) as { history: object[] }
  expect(history[0]).toMatchObject({
    kind: 'revoke',
    reason,
    by: expect.any(String),
    at: expect.any(String),
    award: { id: jury.silver.id },
  })
  expect(await chair.answer(judge.getSubJudges, { apply_order_id: entry.id })).toMatchObject({
    code: 200,
  })
  // It is read-only for the chair, and hidden from jurors.
  const again = { apply_order_id: entry.id, reason }
  expect(await chair.answer(judgeAdded.revokeAward, again)).toMatchObject({ code: 403 })
  expect(await chair.answer(judge.isShow, { ...again, is_show: true })).toMatchObject({ code: 403 })
  await jury.assign(entry, [jury.first[0]])
  const juror = api.as(jury.first[0])
  expect(await juror.answer(entries.info, { apply_order_id: entry.id })).toMatchObject({
    code: 403,
  })
})

test('publication leaves entries in conflict with the chair out of rows and counts', async () => {
  proves('call judge/publish')
  await api.db.deleteFrom('certificates').execute()
  await api.db.deleteFrom('payment_orders').execute()
  await api.db.deleteFrom('apply_orders').execute()
  const seen = await confirmed({ entry_status: 50 })
  const open = await confirmed({ entry_status: 50, decision_status: 2 })
  const lost = await jury.entry({ entry_status: 50, decision_status: 4 })
  const unjudged = await jury.entry({ entry_status: 25 })
  const unseen = await confirmed({ entry_status: 50 })
  await jury.conflict(unseen, jury.chair)

  const { changes, ...counts } = await chair.call(judgeAdded.publish, {
    edition_id,
    dry_run: true,
  })

  expect(counts).toMatchObject({ awarded: 1, not_awarded: 1, shown: 1, certificates: 1 })
  expect(counts.skipped.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
    { id: open.id, reason: 'NOT_CONFIRMED' },
    { id: unjudged.id, reason: 'NOT_JUDGED' },
  ])
  expect(changes.map(({ apply_order_id, from, to }) => [apply_order_id, from, to])).toEqual(
    expect.arrayContaining([
      [open.id, 'decided', 'left_open'],
      [unjudged.id, 'correction_requested', 'left_open'],
      [seen.id, 'decided', 'awarded'],
      [lost.id, 'decided', 'not_awarded'],
    ]),
  )
  expect(changes).toHaveLength(4)
  expect(changes.find(({ to }) => to === 'awarded')).toMatchObject({
    award: { code: 'silver' },
    is_shown: true,
  })

  const published = await chair.call(judgeAdded.publish, { edition_id })
  expect(published).toMatchObject({ awarded: 1, certificates: 1, changes: [] })
  expect((await row(unseen.id)).entry_status).toBe(60)

  // Open entries end by a decision for no award, or by disqualification.
  await jury.enter(8)
  await chair.call(judge.award, {
    apply_order_id: open.id,
    award_id: null,
    no_award: true,
    version: 2,
    reason: 'The second level does not follow',
  })
  await chair.call(judgeAdded.disqualify, { apply_order_id: unjudged.id, reason: 'Never complete' })
  const rest = await chair.call(judgeAdded.publish, { edition_id })
  expect(rest).toMatchObject({ awarded: 0, not_awarded: 1, skipped: [] })
  expect([(await row(open.id)).entry_status, (await row(unjudged.id)).entry_status]).toEqual([
    61, 91,
  ])
})

test('publication runs as many statements for twelve entries as for three', async () => {
  const statements = async (entriesToPublish: number) => {
    await api.db.deleteFrom('certificates').execute()
    await api.db.deleteFrom('apply_orders').execute()
    for (let index = 0; index < entriesToPublish; index++) await confirmed({ entry_status: 50 })
    return counting(() => chair.call(judgeAdded.publish, { edition_id }))
  }
  const few = await statements(3)
  // One statement per entry would add nine.
  expect(await statements(12)).toBeLessThan(few + 9)
})

test('"no award" for what is undecided reaches only what the chair has seen', async () => {
  proves('call judge/publish')
  await api.db.deleteFrom('certificates').execute()
  await api.db.deleteFrom('apply_orders').execute()
  await api.db.deleteFrom('mail_outbox').execute()
  await api.db.updateTable('editions').set({ snapshot_id: null, frozen_at: null }).execute()
  const seen = await jury.entry()
  const unseen = await jury.entry()
  for (const entry of [seen, unseen]) await jury.scored(entry, [60, 61, 62])
  await jury.conflict(unseen, jury.chair)
  await jury.enter(7)
  const published = { edition_id, without_award: true }

  expect(await chair.call(judgeAdded.publish, published)).toMatchObject({ not_awarded: 1 })

  expect(await row(seen.id)).toMatchObject({ entry_status: 61 })
  expect(await row(unseen.id)).toMatchObject({ entry_status: 40, decision_status: 0 })
  expect(await mailsOf('results_not_awarded')).toHaveLength(1)
})
