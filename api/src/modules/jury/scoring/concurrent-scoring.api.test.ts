import { entries as sheets, judge, judgeAdded, subjudges } from '@awards/shared/contract'
import { EDITION_STATUS, SCORE_MAXIMUM } from '@awards/shared/domain'
import { sql } from 'kysely'
import { testApi, type TestAnswer } from '../../../../test/test-api.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { isLockAwaited, until } from '../../../../test/waiting.ts'
import { applyRetention } from '../../../jobs/retention.ts'
import { requireUnscoredRules } from '../../programme/catalogue.repository.ts'
import { phasesRepository } from '../publication/phases.repository.ts'
import { freezeResults } from '../results/snapshots.service.ts'

const api = await testApi()
const jury = await jurySetting(api)
const [anna, ben, cleo, dan] = jury.first
type Person = (typeof jury.first)[number]

beforeAll(() => jury.enter(3))

const input = (entry: { id: string }, total: number, more: object = {}) => ({
  apply_order_id: entry.id,
  items: jury.marks(total),
  comment_private: '',
  comment_entrant: 'A comment for the entrant of more than thirty characters.',
  is_draft: false,
  version: 0,
  ...more,
})
const savedOf = (entry: { id: string }, person: Person) =>
  api.db
    .selectFrom('scores')
    .select(['id', 'total', 'version', 'is_draft', 'comment_private'])
    .where('apply_order_id', '=', entry.id)
    .where('juror_id', '=', person.juror_id)
    .executeTakeFirstOrThrow()
const eventsOf = (entry: { id: string }) =>
  api.db
    .selectFrom('score_events')
    .select(['kind', 'version', 'total', 'note', 'juror_id'])
    .where('apply_order_id', '=', entry.id)
    .orderBy('juror_id')
    .orderBy('version')
    .orderBy('id')
    .execute()
const figuresOf = (entry: { id: string }) =>
  api.db
    .selectFrom('entry_figures')
    .select(['votes', 'mean'])
    .where('apply_order_id', '=', entry.id)
    .where('level', '=', 2)
    .executeTakeFirst()

test('a vote during the freeze waits for it, then gets 423 and saves nothing', async () => {
  proves('call subjudges/score')
  await jury.enter(3)
  const entry = await jury.entry()
  await jury.assign(entry, [anna])
  let answered: Promise<unknown> = Promise.resolve()
  await api.db.transaction().execute(async (trx) => {
    await phasesRepository(trx).force(jury.edition.id, jury.phaseId(7))
    await freezeResults(trx, jury.edition.id, null, new Date())
    answered = api.as(anna).answer(subjudges.score, input(entry, 70))
    await until(() => isLockAwaited(api.db))
  })

  expect(await answered).toMatchObject({ code: 423, data: { reason: 'PHASE' } })
  const saved = await api.db
    .selectFrom('scores')
    .select('id')
    .where('apply_order_id', '=', entry.id)
    .execute()
  expect(saved).toEqual([])
  await api.db.updateTable('editions').set({ snapshot_id: null, frozen_at: null }).execute()
  await jury.enter(3)
})

test('a first score that is sent while weights go live waits for them, and has their total', async () => {
  proves('call subjudges/score')
  await api.db.updateTable('editions').set({ status: EDITION_STATUS.judging }).execute()
  const entry = await jury.entry()
  await jury.assign(entry, [anna])
  const items = jury.criteria.map((criterion_id, index) => ({
    criterion_id,
    value: index === 0 ? SCORE_MAXIMUM : 0,
  }))
  const others = jury.criteria.length - 1
  const key = { category_id: entry.category_id, criterion_id: jury.criteria[0] ?? '' }
  let answered: Promise<unknown> = Promise.resolve()
  await api.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('category_weights')
      .values({ ...key, weight: String(100 - others) })
      .execute()
    const change = { kind: 'added', table: 'category_weights', before: {}, after: {} } as const
    await requireUnscoredRules(trx, [{ ...change, key: Object.values(key) }])
    answered = api.as(anna).answer(subjudges.score, { ...input(entry, 0), items })
    await until(() => isLockAwaited(api.db))
  })

  expect(await answered).toMatchObject({ code: 200, data: { total: 100 - others } })
  await api.db.deleteFrom('category_weights').execute()
})

test.each(['remove', 'replace'] as const)(
  'a vote that is submitted while the chair would %s its juror stays and counts',
  async (mode) => {
    proves('call judge/assignSubJudge')
    const entry = await jury.entry()
    await jury.assign(entry, [anna])
    const seat = api.db
      .selectFrom('assignments')
      .select('status')
      .where('apply_order_id', '=', entry.id)
      .where('juror_id', '=', anna.juror_id)
    await api.db
      .updateTable('assignments')
      .set({ status: 2 })
      .where('apply_order_id', '=', entry.id)
      .execute()
    const chosen = mode === 'remove' ? anna : ben
    const input = { apply_order_ids: [entry.id], juror_ids: [chosen.juror_id], mode }
    let answered: Promise<TestAnswer> | undefined
    await api.db.transaction().execute(async (trx) => {
      const key = { apply_order_id: entry.id, juror_id: anna.juror_id, level: 2 }
      const score = { total: 70, is_draft: false, submitted_at: new Date() }
      await trx
        .insertInto('scores')
        .values({ ...key, ...score })
        .execute()
      await trx
        .updateTable('assignments')
        .set({ status: 3 })
        .where('apply_order_id', '=', entry.id)
        .execute()
      answered = api.as(jury.chair).answer(judge.assignSubJudge, input)
      await until(() => isLockAwaited(api.db))
    })

    const refused = { juror_id: anna.juror_id, result: 'refused', reason: 'SCORED' }
    const answer = await answered
    expect(answer?.code).toBe(mode === 'remove' ? 409 : 200)
    expect(Object(answer?.data).results).toContainEqual(expect.objectContaining(refused))
    expect(await seat.executeTakeFirst()).toEqual({ status: 3 })
    const counted = await api.db
      .selectFrom('counted_votes')
      .select('juror_id')
      .where('apply_order_id', '=', entry.id)
      .execute()
    expect(counted).toEqual([{ juror_id: anna.juror_id }])
  },
)

test('a juror whom two chairs add at once keeps the vote that they submit meanwhile, and has one mail', async () => {
  proves('call judge/assignSubJudge')
  const entry = await jury.entry()
  const key = { apply_order_id: entry.id, juror_id: anna.juror_id, level: 2 }
  const seat = api.db
    .selectFrom('assignments')
    .select('status')
    .where('apply_order_id', '=', entry.id)
  const mails = async () =>
    (
      await api.db
        .selectFrom('mail_outbox')
        .select('id')
        .where('recipient', '=', anna.email)
        .execute()
    ).length
  const before = await mails()
  const add = { apply_order_ids: [entry.id], juror_ids: [anna.juror_id], mode: 'add' as const }
  let answered: Promise<TestAnswer> | undefined
  await api.db.transaction().execute(async (trx) => {
    await trx.insertInto('assignments').values(key).execute()
    answered = api.as(jury.chair).answer(judge.assignSubJudge, add)
    await until(() => isLockAwaited(api.db))
    await trx
      .updateTable('assignments')
      .set({ status: 3 })
      .where('apply_order_id', '=', entry.id)
      .execute()
  })

  expect(await answered).toMatchObject({
    code: 200,
    data: { results: [{ juror_id: anna.juror_id, result: 'unchanged' }] },
  })
  expect(await seat.execute()).toEqual([{ status: 3 }])
  expect(await mails()).toBe(before)
})

test('a change of the phase does not wait for a first score under way, which waits for the freeze', async () => {
  proves('call judge/changePhase')
  const entry = await jury.entry()
  const change = { phase_id: jury.phaseId(7), dry_run: true }
  let [isDone, isWaiting] = [false, false]
  let answered: Promise<TestAnswer> | undefined
  await api.db.transaction().execute(async (trx) => {
    // A score that is inserted holds its entry like this.
    await sql`select from apply_orders where id = ${entry.id} for key share`.execute(trx)
    answered = api.as(jury.chair).answer(judgeAdded.changePhase, change)
    void answered.then(() => (isDone = true))
    await until(async () => isDone || (isWaiting = await isLockAwaited(api.db)))
  })
  expect(await answered).toMatchObject({ code: 200 })
  expect(isWaiting).toBe(false)
})

describe('S20 concurrent scores of two jurors, and of one juror in two tabs', () => {
  beforeEach(() => proves('call subjudges/score', 'story S20'))

  test('saves both scores, and the figures include both', async () => {
    const entry = await jury.entry()
    await jury.scored(entry, [60])
    await jury.assign(entry, [ben, cleo])

    const [first, second] = await Promise.all([
      api.as(ben).call(subjudges.score, input(entry, 70)),
      api.as(cleo).call(subjudges.score, input(entry, 80)),
    ])

    expect([first.total, second.total]).toEqual([70, 80])
    expect(await figuresOf(entry)).toMatchObject({ votes: 3, mean: '70.00' })
  })

  test('J3: returns 409 with the saved score when the total differs from the seen one', async () => {
    proves('call subjudges/score')
    const entry = await jury.entry()
    const [anna] = jury.first
    await jury.assign(entry, [anna])
    const items = jury.marks(75)
    const send = (more: object) =>
      api.as(anna).answer(subjudges.score, {
        apply_order_id: entry.id,
        items,
        comment_private: '',
        comment_entrant: '',
        is_draft: true,
        version: 0,
        ...more,
      })
    expect(await send({})).toMatchObject({ code: 200, data: { total: 75, version: 1 } })

    const refused = await send({ is_draft: false, version: 1, seen_total: 77.5 })
    expect(refused).toMatchObject({
      code: 409,
      data: { reason: 'SEEN', total: 75, version: 1, saved: { total: 75, is_draft: true } },
    })
    const { is_draft } = await api.db
      .selectFrom('scores')
      .select('is_draft')
      .where('apply_order_id', '=', entry.id)
      .executeTakeFirstOrThrow()
    expect(is_draft).toBe(true)
    // A draft is no vote, so its total is not compared.
    expect(await send({ version: 1, seen_total: 77.5 })).toMatchObject({ code: 200 })
    expect(await send({ is_draft: false, version: 2, seen_total: 75 })).toMatchObject({
      code: 200,
      data: { total: 75, is_draft: false },
    })
  })

  test('returns 409 VERSION with the saved score to a stale tab', async () => {
    const entry = await jury.entry()
    await jury.assign(entry, [anna])
    await api.as(anna).call(subjudges.score, input(entry, 70, { comment_private: 'First tab' }))

    const stale = await api.as(anna).answer(subjudges.score, input(entry, 40))

    expect(stale).toMatchObject({
      code: 409,
      data: {
        reason: 'VERSION',
        version: 1,
        saved: { total: 70, is_draft: false, comment_private: 'First tab' },
      },
    })
    const { saved } = stale.data as { saved: { items: unknown[] } }
    expect(saved.items).toHaveLength(jury.criteria.length)
    expect(await savedOf(entry, anna)).toMatchObject({ total: '70.00', version: 1 })
  })

  test('returns 422 for a mark of 20.5, and 423 after the phase, keeping the draft', async () => {
    const entry = await jury.entry()
    await jury.assign(entry, [anna])
    const items = jury.marks(70).map((item, at) => (at === 2 ? { ...item, value: 20.5 } : item))
    await api.as(anna).call(subjudges.score, input(entry, 65, { is_draft: true }))

    const outside = await api.as(anna).answer(subjudges.score, input(entry, 70, { items }))
    expect(outside).toMatchObject({ code: 422, msg: { 'items.2.value': expect.any(Array) } })

    await jury.enter(4)
    const late = await api.as(anna).answer(subjudges.score, input(entry, 70, { version: 1 }))
    await jury.enter(3)

    expect(late).toMatchObject({ code: 423, data: { reason: 'PHASE' } })
    expect(await savedOf(entry, anna)).toMatchObject({ total: '65.00', version: 1, is_draft: true })
  })

  test('accepts one of fifty concurrent saves of a version, and records each version once', async () => {
    proves('security 13')
    const entry = await jury.entry()
    await jury.assign(entry, [anna])
    const fifty = Array.from({ length: 50 }, (_, at) => at)
    const drafts = await Promise.all(
      fifty.map((at) =>
        api.as(anna).answer(subjudges.score, input(entry, 50 + at / 2.5, { is_draft: true })),
      ),
    )
    expect(drafts.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(drafts.filter(({ code }) => code === 409)).toHaveLength(49)

    for (const version of fifty.slice(1)) {
      await api.as(anna).call(subjudges.score, input(entry, 60, { is_draft: true, version }))
    }
    const versions = (await eventsOf(entry)).map(({ version }) => version)
    expect(versions).toEqual(fifty.map((at) => at + 1))
  })

  test('fifty jurors save and submit concurrently without deadlock', async () => {
    const entries = [await jury.entry(), await jury.entry()]
    const jurors = await Promise.all(Array.from({ length: 50 }, () => api.build.juror(2)))
    for (const entry of entries) await jury.assign(entry, jurors)

    const both = async (juror: (typeof jurors)[number], at: number) => {
      const order = at % 2 === 0 ? entries : [...entries].reverse()
      for (const entry of order) {
        await api.as(juror).call(subjudges.score, input(entry, 60, { is_draft: true }))
        await api.as(juror).call(subjudges.score, input(entry, 70, { version: 1 }))
      }
    }
    await Promise.all(jurors.map(both))

    for (const entry of entries) {
      expect(await figuresOf(entry)).toMatchObject({ votes: 50, mean: '70.00' })
      expect(await eventsOf(entry)).toHaveLength(100)
    }
  })
})

describe('abstention, undo and divergence', () => {
  beforeEach(() => proves('call subjudges/score'))

  test('an abstention keeps the draft, is not counted and records its reason', async () => {
    const entry = await jury.entry()
    await jury.scored(entry, [70, 72, 74])
    await jury.assign(entry, [dan])
    await api.as(dan).call(subjudges.score, input(entry, 20, { is_draft: true }))

    const answer = await api
      .as(dan)
      .call(
        subjudges.score,
        input(entry, 20, { version: 1, abstain: { reason: 'I do not know the field' } }),
      )

    expect(answer).toMatchObject({ version: 1, is_draft: true, undo_until: null })
    expect(answer.progress.abstained).toBeGreaterThan(0)
    expect(await figuresOf(entry)).toMatchObject({ votes: 3, mean: '72.00' })
    const events = (await eventsOf(entry)).filter(({ juror_id }) => juror_id === dan.juror_id)
    expect(events.map(({ kind, note }) => [kind, note])).toEqual([
      ['save', ''],
      ['abstain', 'I do not know the field'],
    ])
    const again = { abstain: { reason: 'Once more' } }
    expect(await api.as(dan).answer(subjudges.score, input(entry, 20, again))).toMatchObject({
      code: 409,
      data: { reason: 'NOT_OPEN' },
    })
  })

  test('undoes a submission and its vote within thirty seconds', async () => {
    const entry = await jury.entry()
    await jury.scored(entry, [70, 72])
    await jury.assign(entry, [cleo])
    const now = new Date()
    api.setTime(now)
    const sent = await api.as(cleo).call(subjudges.score, input(entry, 75))
    expect(sent.undo_until).toBe(new Date(now.getTime() + 30_000).toISOString())
    expect(await figuresOf(entry)).toMatchObject({ votes: 3 })

    api.setTime(new Date(now.getTime() + 29_000))
    const back = await api
      .as(cleo)
      .call(subjudges.score, { ...input(entry, 0, { version: 1, reopen: true }), items: [] })
    expect(back).toMatchObject({ total: 75, version: 2, is_draft: true, undo_until: null })
    expect(await figuresOf(entry)).toMatchObject({ votes: 2 })
    expect(
      await api.db
        .selectFrom('score_items')
        .selectAll()
        .where('score_id', '=', (await savedOf(entry, cleo)).id)
        .execute(),
    ).toHaveLength(jury.criteria.length)

    await api.as(cleo).call(subjudges.score, input(entry, 76, { version: 2 }))
    api.setTime(new Date(now.getTime() + 60_001))
    const late = await api
      .as(cleo)
      .answer(subjudges.score, input(entry, 0, { version: 3, reopen: true }))
    expect(late).toMatchObject({ code: 409, data: { reason: 'TOO_LATE' } })
    expect(await figuresOf(entry)).toMatchObject({ votes: 3 })
  })

  test('undoing a submission that replaced another brings that one back, counted', async () => {
    const entry = await jury.entry()
    await jury.assign(entry, [cleo])
    const yesterday = new Date('2026-11-20T10:00:00Z')
    const cleos = api.as(cleo)
    const rowOf = () =>
      api.db
        .selectFrom('scores')
        .select([
          'total',
          'version',
          'is_draft',
          'comment_private',
          'comment_entrant',
          'submitted_at',
        ])
        .where('apply_order_id', '=', entry.id)
        .executeTakeFirstOrThrow()
    const ownScore = async () => {
      const info = await cleos.call(sheets.info, { apply_order_id: entry.id })
      return info.projection === 'juror' ? info.own_score : null
    }
    api.setTime(yesterday)
    const words = {
      comment_private: 'Strong',
      comment_entrant: 'Eighty, for the reasons that I give.',
    }
    await cleos.call(subjudges.score, input(entry, 80, words))
    const before = { ...(await rowOf()), version: 3 }
    const score = await ownScore()
    api.setTime(new Date('2026-11-21T10:00:00Z'))
    await cleos.call(subjudges.score, input(entry, 70, { version: 1 }))
    expect(await figuresOf(entry)).toMatchObject({ votes: 1 })

    const undo = (version: number) =>
      cleos.answer(subjudges.score, { ...input(entry, 0, { version, reopen: true }), items: [] })
    expect(await undo(2)).toMatchObject({
      code: 200,
      data: { total: 80, version: 3, is_draft: false, undo_until: null, next_id: null },
    })
    expect(await rowOf()).toEqual(before)
    expect(await ownScore()).toEqual({ ...score, version: 3 })
    expect(await figuresOf(entry)).toMatchObject({ votes: 1 })
    expect((await eventsOf(entry)).map(({ kind, total }) => [kind, Number(total)])).toEqual([
      ['submit', 80],
      ['submit', 70],
      ['reopen', 80],
    ])
    expect(await undo(3)).toMatchObject({ code: 409, data: { reason: 'TOO_LATE' } })

    // A process of the release before knows nothing of the column: the older submission does not come back for its own.
    await cleos.call(subjudges.score, input(entry, 60, { version: 3 }))
    await api.db
      .updateTable('scores')
      .set({ version: 5 })
      .where('apply_order_id', '=', entry.id)
      .execute()
    expect(await undo(5)).toMatchObject({ code: 200, data: { total: 60, is_draft: true } })
  })

  test('what a submission has replaced is forgotten within hours, and the submission stays as it is', async () => {
    const entry = await jury.entry()
    await jury.assign(entry, [cleo])
    const at = (time: string) => api.setTime(new Date(`2026-11-21T${time}:00Z`))
    const rowOf = () =>
      api.db
        .selectFrom('scores')
        .selectAll()
        .where('apply_order_id', '=', entry.id)
        .executeTakeFirstOrThrow()
    at('10:00')
    const withdrawn = { comment_private: 'Withdrawn', comment_entrant: 'Eighty, which I withdrew.' }
    await api.as(cleo).call(subjudges.score, input(entry, 80, withdrawn))
    at('11:00')
    await api.as(cleo).call(subjudges.score, input(entry, 70, { version: 1 }))
    const submitted = await rowOf()
    const figures = await figuresOf(entry)

    at('12:00')
    await applyRetention(api.context)
    expect(JSON.stringify(await rowOf())).toContain('Withdrawn')
    at('12:01')
    await applyRetention(api.context)
    expect(await rowOf()).toEqual({ ...submitted, replaced: null })
    expect(await figuresOf(entry)).toEqual(figures)
  })

  test('assigns one extra juror when scores diverge, once', async () => {
    const entry = await jury.entry()
    await jury.scored(entry, [40, 85])
    await jury.assign(entry, [cleo])
    const added = async () =>
      api.db
        .selectFrom('assignments')
        .select(['is_extra', 'status'])
        .where('apply_order_id', '=', entry.id)
        .where('is_extra', '=', true)
        .execute()

    await api.as(cleo).call(subjudges.score, input(entry, 60))
    expect(await added()).toEqual([{ is_extra: true, status: 0 }])
    await api.as(cleo).call(subjudges.score, input(entry, 61, { version: 1 }))
    expect(await added()).toHaveLength(1)
  })
})
