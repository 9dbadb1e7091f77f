import { entries, session } from '@awards/shared/contract'
import { programmeCopy } from '../../../test/programme-copy.ts'
import { testApi } from '../../../test/test-api.ts'
import { ProgrammeError } from './read/programme-source.ts'
import { applyProgramme, planProgramme } from './programme.service.ts'
import { DAY_MS } from '../../lib/time.ts'

const api = await testApi()
const copy = await programmeCopy()

const count = async (table: 'apply_orders' | 'banners' | 'users' | 'scores') => {
  const rows = await api.db.selectFrom(table).select('id').execute()
  return rows.length
}

test('a plan lists the changes and writes nothing', async () => {
  const report = await planProgramme(api.context, copy.folder)
  expect(report.changes.filter(({ table }) => table === 'entries')).toHaveLength(44)
  expect(await count('apply_orders')).toBe(0)
  expect(await count('users')).toBe(0)
})

test('reports an invalid file with its line and loads nothing', async () => {
  await copy.edit('entries/01-ondine.yaml', 'category: MOB', 'category: CHAIR')
  await copy.edit(
    'entries/02-lueur-3k.yaml',
    'images/entries/02-LUM-hero.jpg',
    'images/nowhere.jpg',
  )
  const failure = await applyProgramme(api.context, copy.folder).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ProgrammeError)
  expect(failure).toMatchObject({
    problems: [
      { file: 'entries/01-ondine.yaml', line: 4, reason: expect.stringContaining('CHAIR') },
      { file: 'entries/02-lueur-3k.yaml', reason: expect.stringContaining('images/nowhere.jpg') },
    ],
  })
  expect(await count('banners')).toBe(0)
  await copy.edit('entries/01-ondine.yaml', 'category: CHAIR', 'category: MOB')
  await copy.edit(
    'entries/02-lueur-3k.yaml',
    'images/nowhere.jpg',
    'images/entries/02-LUM-hero.jpg',
  )
})

test('refuses an existing picture outside the folder', async () => {
  const [inside, outside] = ['images/entries/02-LUM-hero.jpg', '../../etc/hostname']
  await copy.edit('entries/02-lueur-3k.yaml', inside, outside)
  await expect(planProgramme(api.context, copy.folder)).rejects.toMatchObject({
    problems: [
      {
        file: 'entries/02-lueur-3k.yaml',
        reason: expect.stringContaining('outside of this folder'),
      },
    ],
  })
  await copy.edit('entries/02-lueur-3k.yaml', outside, inside)
})

test('apply loads everything, and is idempotent', async () => {
  const first = await applyProgramme(api.context, copy.folder)
  expect(first.changes.filter(({ table }) => table === 'entries')).toHaveLength(44)
  expect(await count('apply_orders')).toBe(44)
  expect(await count('scores')).toBeGreaterThan(200)
  expect((await applyProgramme(api.context, copy.folder)).changes).toEqual([])
})

test('date offsets count from the first load, also on a later day', async () => {
  api.setTime(new Date(Date.now() + 9 * DAY_MS))
  expect((await applyProgramme(api.context, copy.folder)).changes).toEqual([])
  api.setTime(new Date())
})

test('applies changed and removed texts, and lists them in the plan', async () => {
  await copy.edit('content/banners.yaml', 'The 2027 call is open', 'Enter your work for 2027')
  await copy.edit('content/press.yaml', 'code: open-score', 'code: open-score-magazine')
  const { changes } = await applyProgramme(api.context, copy.folder)
  expect(changes).toMatchObject([
    {
      kind: 'changed',
      file: 'content/banners.yaml',
      line: 1,
      record: 'call-open',
      fields: [
        {
          field: 'title',
          language: 'en',
          from: 'The 2027 call is open',
          to: 'Enter your work for 2027',
        },
      ],
    },
    { kind: 'added', file: 'content/press.yaml', record: 'open-score-magazine' },
    { kind: 'removed', file: 'content/press.yaml', record: 'open-score' },
  ])
})

test('never overwrites an existing entry', async () => {
  const entry = await api.db
    .selectFrom('apply_orders')
    .select(['id', 'user_id', 'version'])
    .where('title', '=', 'Horizon')
    .executeTakeFirstOrThrow()
  const entrant = api.as({ id: entry.user_id })
  await entrant.call(entries.edit, {
    apply_order_id: entry.id,
    version: entry.version,
    answers: { title: 'Horizon, second thoughts' },
  })
  expect((await applyProgramme(api.context, copy.folder)).changes).toEqual([])
  const info = await entrant.call(entries.info, { apply_order_id: entry.id })
  expect(info.answers.title).toBe('Horizon, second thoughts')
})

test('every demo account accepts the password of the programme', async () => {
  const visitor = api.as(null)
  const answer = await visitor.call(session.login, {
    email: 'president@jury.example.org',
    password: 'Garance-Demo-2027!',
  })
  expect(answer.user.identity).toBe(1)
})

test('assigns jurors without conflicts, and one entry divides them', async () => {
  const clashes = await api.db
    .selectFrom('assignments')
    .innerJoin('conflicts', (join) =>
      join
        .onRef('conflicts.juror_id', '=', 'assignments.juror_id')
        .onRef('conflicts.apply_order_id', '=', 'assignments.apply_order_id'),
    )
    .select('assignments.id')
    .where('assignments.status', '!=', 5)
    .execute()
  expect(clashes).toEqual([])
  const totals = await api.db
    .selectFrom('scores')
    .innerJoin('apply_orders as entry', 'entry.id', 'scores.apply_order_id')
    .select('total')
    .where('entry.title', '=', 'Terroir')
    .execute()
  const values = totals.map(({ total }) => Number(total))
  expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(30)
})

test('open seats of a juror whose level changes go, and submitted scores stay', async () => {
  const seats = () =>
    api.db
      .selectFrom('assignments')
      .innerJoin('jurors', 'jurors.id', 'assignments.juror_id')
      .select(['assignments.id', 'assignments.status'])
      .where('jurors.slug', '=', 'ferrante')
      .where('assignments.level', '=', 2)
      .orderBy('assignments.id')
      .execute()
  const before = await seats()
  const isOpen = (status: number) => status < 3
  expect(before.some(({ status }) => isOpen(status))).toBe(true)
  expect(before.some(({ status }) => status === 3)).toBe(true)
  await copy.edit('jurors/04-ferrante.yaml', 'level: 2', 'level: 3')
  await applyProgramme(api.context, copy.folder)
  expect(await seats()).toEqual(
    before.map(({ id, status }) => ({ id, status: isOpen(status) ? 6 : status })),
  )
})
