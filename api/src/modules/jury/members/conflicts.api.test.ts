import { account, judge, juryDesk, jurySeat, subjudges } from '@awards/shared/contract'
import { PUBLIC_MAIL_DOMAINS } from '@awards/shared/domain'
import { PASSWORD } from '../../../../test/build.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { PROGRAMME } from '../../../../test/payment-scene.ts'
import { testApi } from '../../../../test/test-api.ts'
import { conflictsService } from './conflicts.service.ts'

const api = await testApi()
const jury = await jurySetting(api)
const { build, db } = api
const chair = api.as(jury.chair)
const [anna, ben, carl, dan] = jury.first
await db
  .insertInto('site_documents')
  .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
  .execute()

const answers = (more: object) => JSON.stringify({ summary: 'A chair.', ...more })
const conflictOf = (entry: { id: string }, { juror_id }: { juror_id: string }) =>
  db
    .selectFrom('conflicts')
    .select(['type', 'source', 'evidence', 'is_pinned', 'state'])
    .where('apply_order_id', '=', entry.id)
    .where('juror_id', '=', juror_id)
    .executeTakeFirst()
const setJuror = (juror: { juror_id: string }, change: object) =>
  db.updateTable('jurors').set(change).where('id', '=', juror.juror_id).execute()
const seatOf = async (entry: { id: string }, { juror_id }: { juror_id: string }) =>
  (
    await db
      .selectFrom('assignments')
      .select('status')
      .where('apply_order_id', '=', entry.id)
      .where('juror_id', '=', juror_id)
      .executeTakeFirst()
  )?.status

const countedOf = (entry: { id: string }) =>
  db
    .selectFrom('counted_votes')
    .select(['juror_id', 'total'])
    .where('apply_order_id', '=', entry.id)
    .execute()

beforeEach(() => jury.enter(3))

test('public mail domains are the same in database and domain', async () => {
  const rows = await db.selectFrom('public_mail_domains').select('domain').execute()
  expect(rows.map(({ domain }) => domain).toSorted()).toEqual(PUBLIC_MAIL_DOMAINS.toSorted())
})

describe('conflict detection', () => {
  test('detects a code of the juror, and drops the conflict with the code', async () => {
    await db
      .insertInto('codes')
      .values({ code: 'I-ANNA01', kind: 'entrant_invite', owner_id: anna.id })
      .execute()
    const entry = await jury.entry({ invitation_code: 'I-ANNA01' })
    expect(await conflictOf(entry, anna)).toMatchObject({
      type: 'referral',
      source: 'system',
      evidence: 'code',
      is_pinned: true,
    })
    expect(await conflictOf(entry, ben)).toBeUndefined()
    await db.updateTable('codes').set({ owner_id: ben.id }).where('code', '=', 'I-ANNA01').execute()
    expect(await conflictOf(entry, anna)).toBeUndefined()
    expect(await conflictOf(entry, ben)).toMatchObject({ type: 'referral' })
  })

  test("detects a code of the juror's agency", async () => {
    const agent = await build.user({ is_agent: true, company: 'Pont Design S.A.R.L.' })
    await db
      .insertInto('codes')
      .values({ code: 'A-PONT1', kind: 'agent', owner_id: agent.id })
      .execute()
    const entry = await jury.entry({ agent_code: 'A-PONT1', entry_status: 30 })
    expect(await conflictOf(entry, carl)).toBeUndefined()
    await setJuror(carl, { affiliations: ['PÔNT Design'] })
    expect(await conflictOf(entry, carl)).toMatchObject({ type: 'referral', is_pinned: true })
    await setJuror(carl, { affiliations: [] })
    expect(await conflictOf(entry, carl)).toBeUndefined()
  })

  test.each([
    ['the same company under another legal form', { company: 'Brumaire & Cie' }, 'organisation'],
    ['the client', { client: 'Éditions Lune GmbH' }, 'organisation'],
    ['a name among the credits, in any order', { designers: [{ name: 'Wei CHEN' }] }, 'credits'],
  ])('detects %s', async (_name, given, evidence) => {
    await setJuror(dan, {
      company: 'BRUMAIRE SAS',
      affiliations: ['Editions Lune'],
      name: 'Chen Wei',
    })
    const entry = await jury.entry({ answers: answers(given), entry_status: 30 })
    expect(await conflictOf(entry, dan)).toMatchObject({ source: 'system', evidence })
    expect(await conflictOf(entry, ben)).toBeUndefined()
    await setJuror(dan, { company: null, affiliations: [], name: 'Dan Nobody' })
    expect(await conflictOf(entry, dan)).toBeUndefined()
  })

  test("detects the same mail domain unless it is a public provider's", async () => {
    const studio = await build.user({ email: 'info@studio-lune.example' })
    const freelance = await build.user({ email: 'somebody@gmail.com' })
    const theirs = await jury.entry({ user_id: studio.id, entry_status: 30 })
    const other = await jury.entry({ user_id: freelance.id, entry_status: 30 })
    await setJuror(ben, { email_domains: ['studio-lune.example', 'gmail.com'] })
    expect(await conflictOf(theirs, ben)).toMatchObject({ type: 'employer', evidence: 'domain' })
    expect(await conflictOf(other, ben)).toBeUndefined()
    await db
      .updateTable('users')
      .set({ email: 'info@elsewhere.example' })
      .where('id', '=', studio.id)
      .execute()
    expect(await conflictOf(theirs, ben)).toBeUndefined()
    await setJuror(ben, { email_domains: [] })
  })

  test('a profile that changes while the entry is judged neither voids a vote nor frees a juror', async () => {
    await setJuror(ben, { company: 'Known House' })
    await setJuror(carl, { company: 'Own Works' })
    const agent = await build.user({ is_agent: true, company: 'Agency' })
    await db
      .insertInto('codes')
      .values({ code: 'A-HOUSE1', kind: 'agent', owner_id: agent.id })
      .execute()
    const studio = await build.user({ company: 'Own Works' })
    const given = { user_id: studio.id, agent_code: 'A-HOUSE1' }
    const judged = await jury.entry(given)
    const admitted = await jury.entry({ ...given, entry_status: 30 })
    await jury.vote(judged, ben, 80)
    const before = await countedOf(judged)
    expect(before).toEqual([{ juror_id: ben.juror_id, total: '80.00' }])

    for (const { id } of [studio, agent]) {
      await db.updateTable('users').set({ company: 'Known House' }).where('id', '=', id).execute()
    }
    const helper = await build.user()
    await db
      .insertInto('studio_members')
      .values({ owner_id: studio.id, member_id: helper.id, role: 'viewer' })
      .execute()
    // As `awards apply` writes the row of a code of which another column has changed.
    await db
      .updateTable('codes')
      .set({ kind: 'agent', owner_id: agent.id, label: 'Touched' })
      .where('code', '=', 'A-HOUSE1')
      .execute()
    expect(await countedOf(judged)).toEqual(before)
    expect(await conflictOf(judged, ben)).toBeUndefined()
    expect(await conflictOf(judged, carl)).toMatchObject({ evidence: 'organisation' })
    expect(await conflictOf(admitted, ben)).toMatchObject({ type: 'referral' })
    expect(await conflictOf(admitted, carl)).toBeUndefined()
    await setJuror(ben, { company: null })
    await setJuror(carl, { company: null })
  })

  test('a juror who changes the own profile while an entry is judged adds conflicts, and loses or weakens none', async () => {
    const agent = await build.user({ is_agent: true, company: 'Own Agency' })
    await db
      .insertInto('codes')
      .values({ code: 'A-OWN1', kind: 'agent', owner_id: agent.id })
      .execute()
    await setJuror(ben, { affiliations: ['Own Agency', 'Own House'] })
    const brought = await jury.entry({
      agent_code: 'A-OWN1',
      answers: answers({ client: 'Third' }),
    })
    const own = await jury.entry({ answers: answers({ company: 'Own House' }) })
    const before = await conflictOf(brought, ben)
    expect(before).toMatchObject({ type: 'referral', is_pinned: true })
    await setJuror(ben, { affiliations: ['Third'] })
    expect(await conflictOf(brought, ben)).toEqual(before)
    expect(await conflictOf(own, ben)).toMatchObject({ evidence: 'organisation' })
    const other = await jury.entry({ answers: answers({ company: 'Fourth' }) })
    await setJuror(ben, { affiliations: ['Fourth'] })
    expect(await conflictOf(other, ben)).toMatchObject({ evidence: 'organisation' })
    await setJuror(ben, { affiliations: [] })
  })

  test('an erased juror or agent leaves the conflicts of judged entries, so that excluded votes stay excluded', async () => {
    const erase = (person: Parameters<typeof api.as>[0]) =>
      api.as(person).call(account.erase, { password: PASSWORD, understood: true })
    const agent = await build.user({ is_agent: true, company: 'Left Agency' })
    await db
      .insertInto('codes')
      .values({ code: 'A-LEFT1', kind: 'agent', owner_id: agent.id })
      .execute()
    const juror = await build.juror(2, { company: 'Left House' })
    const studio = await build.user()
    await db
      .insertInto('studio_members')
      .values({ owner_id: studio.id, member_id: juror.id, role: 'viewer', ended_at: build.at(-20) })
      .execute()
    await setJuror(ben, { affiliations: ['Left Agency'] })
    const scenes = [
      [await jury.entry({ answers: answers({ company: 'Left House' }) }), juror],
      [await jury.entry({ user_id: studio.id }), juror],
      [await jury.entry({ agent_code: 'A-LEFT1' }), ben],
    ] as const
    const waiting = { entry_status: 30, answers: answers({ company: 'Left House' }) }
    const admitted = await jury.entry({ ...waiting, agent_code: 'A-LEFT1' })
    for (const [entry, seat] of scenes) await jury.vote(entry, seat, 80)
    const before = await Promise.all(scenes.map(([entry, seat]) => conflictOf(entry, seat)))
    expect(before.map((row) => row?.evidence)).toEqual(['organisation', 'organisation', 'code'])

    await erase(juror)
    await erase(agent)
    for (const [entry] of scenes) {
      await db
        .updateTable('apply_orders')
        .set({ answers: answers({ designers: [{ name: 'Somebody New' }] }) })
        .where('id', '=', entry.id)
        .where('agent_code', 'is', null)
        .execute()
    }

    expect(await Promise.all(scenes.map(([entry, seat]) => conflictOf(entry, seat)))).toEqual(
      before,
    )
    for (const [entry] of scenes) expect(await countedOf(entry)).toEqual([])
    expect(await conflictOf(admitted, juror)).toBeUndefined()
    expect(await conflictOf(admitted, ben)).toBeUndefined()
    await setJuror(ben, { affiliations: [] })
  })

  test('detects nothing for a draft, and all conflicts once it is submitted', async () => {
    await setJuror(ben, { company: 'Late Works' })
    const draft = await build.entry(jury.owner, { answers: answers({ company: 'Late Works' }) })
    expect(await conflictOf(draft, ben)).toBeUndefined()
    await db
      .updateTable('apply_orders')
      .set({ entry_status: 10, submitted_at: new Date() })
      .where('id', '=', draft.id)
      .execute()
    expect(await conflictOf(draft, ben)).toMatchObject({ evidence: 'organisation' })
    await setJuror(ben, { company: null })
  })
})

test('S21 a referral cannot be overridden; a recused juror no longer sees the entry', async () => {
  proves('call jury/declareConflict', 'call jury/conflicts', 'story S21')
  await db
    .insertInto('codes')
    .values({ code: 'I-BEN001', kind: 'entrant_invite', owner_id: ben.id })
    .execute()
  const referred = await jury.entry({ invitation_code: 'I-BEN001' })
  const refusal = await chair.answer(judge.assignSubJudge, {
    apply_order_ids: [referred.id],
    juror_ids: [ben.juror_id],
    mode: 'add',
  })
  expect(refusal).toMatchObject({ code: 409, data: { reason: 'COI_REFERRAL' } })

  const entry = await jury.entry({ title: 'To step back from' })
  await jury.assign(entry, [ben])
  const mine = api.as(ben)
  const before = await mine.call(subjudges.subJuryAwardList, {})
  expect(before.list.map(({ apply_order_id }) => apply_order_id)).toContain(entry.id)
  api.mails.length = 0
  const input = { apply_order_id: entry.id, type: 'family' as const, note: 'My sister drew it' }
  expect(await mine.call(jurySeat.declareConflict, input)).toEqual({ declared: true })

  const after = await mine.call(subjudges.subJuryAwardList, {})
  expect(after.list.map(({ apply_order_id }) => apply_order_id)).not.toContain(entry.id)
  expect(after.total).toBe(before.total - 1)
  expect(await mine.answer(jurySeat.declareConflict, input)).toMatchObject({ code: 403 })
  expect(await mine.call(jurySeat.conflicts, {})).toEqual([
    expect.objectContaining({ judging_no: entry.judging_no, type: 'family', source: 'self' }),
  ])
  const others = await db
    .selectFrom('assignments')
    .select(['juror_id', 'status'])
    .where('apply_order_id', '=', entry.id)
    .where('juror_id', '<>', ben.juror_id)
    .execute()
  expect(others).toEqual([expect.objectContaining({ status: 0 })])

  const mails = await db
    .selectFrom('mail_outbox')
    .select(['recipient', 'params'])
    .where('template', '=', 'juror_recused')
    .execute()
  expect(mails).toEqual([{ recipient: jury.chair.email, params: {} }])
})

test('S21 the chair pins and dismisses conflicts without seeing confidential notes', async () => {
  proves(
    'call judge/conflictList',
    'call judge/pinConflict',
    'call judge/dismissConflict',
    'story S21',
  )
  const entry = await jury.entry({ title: 'Under discussion' })
  await jury.vote(entry, carl, 80)
  await jury.assign(entry, [anna])
  const declared = { apply_order_id: entry.id, type: 'other' as const, note: 'A secret of Anna' }
  await api.as(anna).call(jurySeat.declareConflict, declared)
  const pin = { apply_order_id: entry.id, juror_id: carl.juror_id, type: 'financial' as const }
  await chair.call(juryDesk.pinConflict, { ...pin, note: 'Holds shares in the maker' })
  expect(await seatOf(entry, carl)).toBe(5)
  const again = await chair.answer(juryDesk.pinConflict, { ...pin, note: 'Once more, please' })
  expect(again).toMatchObject({ code: 409, data: { reason: 'PINNED' } })

  await setJuror(dan, { company: 'Common Name' })
  const inferred = await jury.entry({ answers: answers({ company: 'Common Name' }) })
  const shown = await chair.call(juryDesk.conflictList, { pageSize: 100 })
  expect(JSON.stringify(shown)).not.toContain('A secret of Anna')
  const rowOf = (id: string, { juror_id }: { juror_id: string }) =>
    shown.list.find((row) => row.apply_order_id === id && row.juror.juror_id === juror_id)
  expect(rowOf(entry.id, anna)).toMatchObject({ source: 'self', can_dismiss: false })
  expect(rowOf(entry.id, carl)).toMatchObject({ is_pinned: true, can_dismiss: false })
  const row = rowOf(inferred.id, dan)
  expect(row).toMatchObject({ evidence: 'organisation', can_dismiss: true })

  const reason = 'Another company of the same name'
  const stands = await chair.answer(juryDesk.dismissConflict, {
    conflict_id: rowOf(entry.id, carl)?.conflict_id ?? '',
    reason,
  })
  expect(stands).toMatchObject({ code: 409, data: { reason: 'STANDS' } })
  const dismissal = { conflict_id: row?.conflict_id ?? '', reason }
  expect(await chair.call(juryDesk.dismissConflict, dismissal)).toEqual({ state: 'dismissed' })

  // The dismissal holds for the same evidence; a code of the juror is a conflict of its own.
  await db
    .updateTable('apply_orders')
    .set({ answers: answers({ company: 'Common Name', client: 'New' }) })
    .where('id', '=', inferred.id)
    .execute()
  expect(await conflictOf(inferred, dan)).toMatchObject({ state: 'dismissed' })
  await db
    .insertInto('codes')
    .values({ code: 'I-DAN001', kind: 'entrant_invite', owner_id: dan.id })
    .execute()
  await db
    .updateTable('apply_orders')
    .set({ invitation_code: 'I-DAN001' })
    .where('id', '=', inferred.id)
    .execute()
  expect(await conflictOf(inferred, dan)).toMatchObject({ state: 'standing', type: 'referral' })

  await jury.enter(7)
  const late = await chair.answer(juryDesk.pinConflict, {
    ...pin,
    juror_id: ben.juror_id,
    note: 'Far too late',
  })
  expect(late).toMatchObject({ code: 423, data: { reason: 'PHASE' } })
  await setJuror(dan, { company: null })
})

test('a chair in conflict neither sees the conflicts of the entry nor gets mail about them', async () => {
  const second = await build.juror(1, { company: 'Own House' })
  const entry = await jury.entry({ answers: answers({ company: 'Own House' }) })
  await jury.assign(entry, [carl])
  await api.as(carl).call(jurySeat.declareConflict, { apply_order_id: entry.id, type: 'other' })
  const { list } = await api.as(second).call(juryDesk.conflictList, { pageSize: 100 })
  expect(list.filter(({ apply_order_id }) => apply_order_id === entry.id)).toEqual([])
  const mails = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('template', '=', 'juror_recused')
    .where('recipient', '=', second.email)
    .execute()
  expect(mails).toEqual([])
})

describe('a conflict after the assignment', () => {
  const [, , edda] = jury.second
  const ONE = 'recuses the juror and assigns a replacement'
  const NONE = 'recuses the juror, whom nobody can replace'
  test.each([
    [ONE, 'before the level scores', 2, 2, carl],
    [ONE, 'while the level scores', 3, 2, carl],
    [ONE, 'before the second level scores', 3, 3, edda],
    [ONE, 'while the second level scores', 5, 3, edda],
    [NONE, 'after the level has scored', 4, 2, carl],
    [NONE, 'while the next level scores', 5, 2, carl],
  ] as const)('%s %s', async (what, _when, phase, level, juror) => {
    await jury.enter(phase)
    const entry = await jury.entry({ answers: answers({ company: 'Overtaken' }) })
    await jury.assign(entry, [juror], level)
    await setJuror(juror, { company: 'Overtaken' })
    await conflictsService(api.context).recuseConflicted()
    await setJuror(juror, { company: null })
    expect(await seatOf(entry, juror)).toBe(5)
    const live = await db
      .selectFrom('assignments')
      .select('level')
      .where('apply_order_id', '=', entry.id)
      .where('status', '=', 0)
      .execute()
    expect(live).toEqual(what === ONE ? [{ level }] : [])
  })
})
