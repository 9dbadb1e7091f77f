import { entries, subJudge, subjudges } from '@awards/shared/contract'
import { testApi } from '../../../../test/test-api.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'

const api = await testApi()
const jury = await jurySetting(api)
const [anna, ben, cleo, dan] = jury.first
type Person = (typeof jury.first)[number]
const as = (person: Person) => api.as(person)

beforeEach(() => jury.enter(3))

const score = (entry: { id: string }, total: number, more: object = {}) => ({
  apply_order_id: entry.id,
  items: jury.marks(total),
  comment_private: '',
  comment_entrant: 'A comment for the entrant of more than thirty characters.',
  is_draft: false,
  version: 0,
  ...more,
})

describe('scoring an entry', () => {
  beforeEach(() => proves('call subjudges/score'))

  test('saves a draft, then submits it; progress counts both', async () => {
    const entry = await jury.entry()
    await jury.assign(entry, [anna])

    const draft = await as(anna).call(subjudges.score, {
      ...score(entry, 70, { is_draft: true }),
      items: jury.marks(70).slice(0, 2),
    })
    const submitted = await as(anna).call(subjudges.score, score(entry, 70, { version: 1 }))

    expect(draft).toMatchObject({ is_draft: true, version: 1, progress: { draft: 1 } })
    expect(submitted).toMatchObject({ total: 70, is_draft: false, version: 2 })
    expect(submitted.progress).toMatchObject({ draft: 0, submitted: 1 })
  })

  test('weights the total by category', async () => {
    const entry = await jury.entry()
    await jury.assign(entry, [anna])
    const [criterion_id = ''] = jury.criteria
    const weight = { category_id: jury.category.id, criterion_id, weight: 1.5 }
    await api.db.insertInto('category_weights').values(weight).execute()
    const items = jury.criteria.map((id, index) => ({
      criterion_id: id,
      value: index === 0 ? 20 : 10,
    }))

    const { total } = await as(anna).call(subjudges.score, { ...score(entry, 0), items })
    await api.db.deleteFrom('category_weights').execute()

    // (20 × 1.5 + 10 × 4) / 5.5 of 20
    expect(total).toBe(63.64)
  })

  test('returns 409 to a stale tab and changes nothing', async () => {
    const entry = await jury.entry()
    await jury.assign(entry, [anna])
    await as(anna).call(subjudges.score, score(entry, 70, { is_draft: true }))

    const stale = await as(anna).answer(subjudges.score, score(entry, 40, { is_draft: true }))

    expect(stale).toMatchObject({ code: 409, data: { reason: 'VERSION', version: 1 } })
    const { total } = await api.db
      .selectFrom('scores')
      .select('total')
      .where('apply_order_id', '=', entry.id)
      .executeTakeFirstOrThrow()
    expect(Number(total)).toBe(70)
  })

  test('returns 422 by field for invalid and missing marks and a missing comment', async () => {
    const entry = await jury.entry()
    await jury.assign(entry, [anna])
    const items = jury
      .marks(70)
      .map((item, index) => (index === 2 ? { ...item, value: 20.5 } : item))

    const outside = await as(anna).answer(subjudges.score, { ...score(entry, 70), items })
    const missing = await as(anna).answer(subjudges.score, {
      ...score(entry, 70),
      items: items.slice(0, 2),
    })
    const uncommented = await as(anna).answer(
      subjudges.score,
      score(entry, 90, { comment_entrant: '' }),
    )

    expect(outside).toMatchObject({ code: 422, msg: { 'items.2.value': expect.any(Array) } })
    expect(missing).toMatchObject({ code: 422, msg: { items: expect.any(Array) } })
    expect(uncommented).toMatchObject({ code: 422, msg: { comment_entrant: expect.any(Array) } })
  })

  test('returns 423 outside the phase of the level', async () => {
    proves('security 11')
    const entry = await jury.entry()
    const [dora] = jury.second
    await jury.assign(entry, [anna])
    await jury.assign(entry, [dora], 3)
    expect(await as(dora).answer(subjudges.score, score(entry, 70))).toMatchObject({ code: 423 })

    await jury.enter(4)
    expect(await as(anna).answer(subjudges.score, score(entry, 70))).toMatchObject({
      code: 423,
      data: { reason: 'PHASE' },
    })
  })

  test('returns 403 for an unassigned entry and records the attempt', async () => {
    const entry = await jury.entry()
    await jury.assign(entry, [anna])

    expect(await as(ben).answer(subjudges.score, score(entry, 70))).toMatchObject({ code: 403 })
    expect(await as(ben).answer(entries.info, { apply_order_id: entry.id })).toMatchObject({
      code: 403,
    })

    const refused = await api.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('subject', '=', entry.id)
      .where('action', '=', 'jury.refused')
      .execute()
    expect(refused.map(({ actor_id }) => actor_id)).toEqual([ben.id, ben.id])
  })
})

describe('the queue and the sheet', () => {
  beforeEach(() =>
    proves(
      'call subJudge/subJuryAwardList',
      'call subjudges/subJuryAwardList',
      'call subjudges/secondLevelJudgeAwardList',
    ),
  )

  test('anonymises the sheet', async () => {
    const entry = await jury.entry({
      answers: JSON.stringify({
        title: 'Ondine',
        summary: 'A stackable chair.',
        company: 'Atelier Brumaire',
        client: 'Ville de Paris',
        designers: [{ name: 'Jeanne Roux' }],
        website_url: 'https://brumaire.example',
      }),
      agent_code: 'A-PONT7',
    })
    await jury.assign(entry, [anna])

    const sheet = await as(anna).call(entries.info, { apply_order_id: entry.id })

    expect(sheet).toMatchObject({ projection: 'juror', is_blind: true, can_score: true })
    expect(JSON.stringify(sheet)).not.toMatch(/Brumaire|Roux|Ville de Paris|A-PONT7|brumaire/)
    expect(JSON.stringify(sheet)).not.toContain(entry.entry_no)
  })

  test('shows figures only after the own score', async () => {
    const entry = await jury.entry({ title: 'Figures' })
    await jury.scored(entry, [70, 80, 75])
    await jury.assign(entry, [dan])
    const row = async (person: Person) =>
      (await as(person).call(subJudge.subJuryAwardList, { keyword: 'Figures' })).list[0]

    expect((await row(dan))?.first_level).toBeNull()
    expect((await row(anna))?.first_level).toMatchObject({ votes: 3, mean: 75, median: 75 })
    expect((await row(anna))?.second_level).toBeNull()
  })

  test('recusal removes the entry from the juror and assigns a replacement', async () => {
    const entry = await jury.entry({ title: 'Conflict' })
    await jury.assign(entry, [cleo])
    const before = await as(cleo).call(subJudge.subJuryAwardList, { keyword: 'Conflict' })

    const recused = await as(cleo).call(subjudges.score, {
      ...score(entry, 0, { is_draft: true }),
      items: [],
      recuse: { type: 'family', note: 'My sister drew it' },
    })

    expect(before.total).toBe(1)
    const after = await as(cleo).call(subJudge.subJuryAwardList, { keyword: 'Conflict' })
    expect(after.total).toBe(0)
    expect(recused.progress.recused).toBe(before.progress.recused + 1)
    expect(recused.progress.assigned).toBe(before.progress.assigned - 1)
    expect(await as(cleo).answer(entries.info, { apply_order_id: entry.id })).toMatchObject({
      code: 403,
    })
    const seats = await api.db
      .selectFrom('assignments')
      .select(['juror_id', 'status'])
      .where('apply_order_id', '=', entry.id)
      .orderBy('status')
      .execute()
    expect(seats.map(({ status }) => status)).toEqual([0, 5])
    expect(seats[0]?.juror_id).not.toBe(cleo.juror_id)
  })

  test('lists as many entries in each state as the progress counts; one given back is in none', async () => {
    const juror = await api.build.juror(2)
    const some = await Promise.all([0, 1, 2, 3, 4].map(() => jury.entry()))
    for (const entry of some) await jury.assign(entry, [juror])
    const [done, abstained, given, draft] = some
    if (!done || !abstained || !given || !draft) throw new Error('There are too few entries')
    const send = (entry: { id: string }, more: object) =>
      api.as(juror).call(subjudges.score, score(entry, 70, more))
    await send(done, {})
    await send(abstained, { is_draft: true, items: [], abstain: { reason: 'Not my field' } })
    await send(given, { is_draft: true, items: [], recuse: { type: 'family', note: 'My sister' } })
    await send(draft, { is_draft: true })

    const list = (state?: 'todo' | 'draft' | 'done' | 'recused') =>
      api.as(juror).call(subJudge.subJuryAwardList, state ? { state } : {})
    const { progress, total } = await list()

    expect(progress).toEqual({ assigned: 4, submitted: 1, draft: 1, recused: 1, abstained: 1 })
    expect(total).toBe(progress.assigned)
    expect((await list('done')).total).toBe(progress.submitted + progress.abstained)
    expect((await list('draft')).total).toBe(progress.draft)
    expect((await list('todo')).total).toBe(1)
    expect((await list('recused')).total).toBe(0)
  })

  test('shows first-level figures to the second level only after its own score', async () => {
    const entry = await jury.entry({ title: 'Levels' })
    const [dora] = jury.second
    await jury.scored(entry, [70, 80, 75])
    await jury.assign(entry, [dora], 3)
    await jury.enter(5)
    const list = async () =>
      (await as(dora).call(subjudges.secondLevelJudgeAwardList, { keyword: 'Levels' })).list[0]

    expect(await list()).toMatchObject({ own_total: null, first_level: null })
    expect((await as(dora).call(subjudges.subJuryAwardList, { keyword: 'Levels' })).total).toBe(0)

    await as(dora).call(subjudges.score, score(entry, 80))

    expect(await list()).toMatchObject({ own_total: 80, first_level: { mean: 75 } })
    expect((await as(dora).call(subjudges.subJuryAwardList, { keyword: 'Levels' })).total).toBe(1)
  })
})
