import { sql } from 'kysely'
import fc from 'fast-check'
import { testApi } from '../../../../test/test-api.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { allowAnyStatus } from '../../../../test/plant-status.ts'
import { figuresByEntry } from './aggregates.repository.ts'
import { resultsOf } from './result-document.ts'
import { freezeResults, thawResults } from './snapshots.service.ts'
import { snapshotsRepository } from './snapshots.repository.ts'

const api = await testApi()
const jury = await jurySetting(api)
await allowAnyStatus(api.db)
const other = await api.build.category()
const JURORS = [...jury.first, ...jury.second]
const levelOf = (juror: number): 2 | 3 => (juror < jury.first.length ? 2 : 3)

const entries: string[] = []
for (const category_id of [jury.category.id, jury.category.id, other.id, jury.category.id]) {
  entries.push((await jury.entry({ category_id })).id)
}

type Vote = { entry: number; juror: number; total: number }
const anEntry = fc.nat(entries.length - 1)
const aJuror = fc.nat(JURORS.length - 1)
const aTotal = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100),
  fc.constantFrom(0, 70, 82.5, 100),
)
const someVotes = fc.uniqueArray(fc.record({ entry: anEntry, juror: aJuror, total: aTotal }), {
  maxLength: 32,
  selector: ({ entry, juror }) => `${entry} ${juror}`,
})
const RUNS = { seed: 20_270, numRuns: 25 }

const keyOf = ({ entry, juror }: Pick<Vote, 'entry' | 'juror'>) => ({
  apply_order_id: entries[entry] ?? '',
  juror_id: JURORS[juror]?.juror_id ?? '',
  level: levelOf(juror),
})
const seatRow = (vote: Vote, status = 3) => ({ ...keyOf(vote), status })
const scoreRow = (vote: Vote) => ({
  ...keyOf(vote),
  total: vote.total,
  is_draft: false,
  submitted_at: new Date(),
})

async function clear() {
  await api.db.deleteFrom('scores').execute()
  await api.db.deleteFrom('assignments').execute()
  await api.db.deleteFrom('conflicts').execute()
  await api.db.updateTable('apply_orders').set({ entry_status: 40 }).execute()
}

/** Inserts the votes in one statement, or one by one in their order. */
async function write(votes: readonly Vote[], oneByOne = false) {
  if (votes.length === 0) return
  await api.db
    .insertInto('assignments')
    .values(votes.map((vote) => seatRow(vote)))
    .execute()
  const batches = oneByOne ? votes.map((vote) => [vote]) : [votes]
  for (const batch of batches) {
    await api.db.insertInto('scores').values(batch.map(scoreRow)).execute()
  }
}

const figures = async () => Object.fromEntries(await figuresByEntry(api.db, entries))
const conflictOf = (vote: Vote) => ({
  juror_id: keyOf(vote).juror_id,
  apply_order_id: keyOf(vote).apply_order_id,
  type: 'family',
  source: 'organiser',
})

/** The figures computed by the domain. */
async function byDomain() {
  const inputs = await snapshotsRepository(api.db).inputs(jury.edition.id)
  const results = resultsOf(inputs)
  return Object.fromEntries(
    [...results].map(([id, { first, second, final }]) => [id, { first, second, final }]),
  )
}

test('figures of the database equal those of the domain to two decimals', async () => {
  await fc.assert(
    fc.asyncProperty(someVotes, async (votes) => {
      await clear()
      await write(votes)
      expect(await figures()).toEqual(await byDomain())
    }),
    { ...RUNS, numRuns: 60 },
  )
})

test('figures do not depend on the order of votes', async () => {
  const shuffledTwice = someVotes.chain((votes) =>
    fc.tuple(
      fc.constant(votes),
      fc.shuffledSubarray(votes, { minLength: votes.length, maxLength: votes.length }),
    ),
  )
  await fc.assert(
    fc.asyncProperty(shuffledTwice, async ([votes, shuffled]) => {
      await clear()
      await write(votes, true)
      const before = await figures()
      await clear()
      await write(shuffled, true)
      expect(await figures()).toEqual(before)
    }),
    { ...RUNS, numRuns: 10 },
  )
})

test('figures ignore abstentions and votes in conflict', async () => {
  await fc.assert(
    fc.asyncProperty(someVotes, aTotal, async (votes, total) => {
      await clear()
      await write(votes)
      const before = await figures()
      const free = entries
        .flatMap((_, entry) => JURORS.map((__, juror) => ({ entry, juror, total })))
        .filter((one) => !votes.some((v) => v.entry === one.entry && v.juror === one.juror))
      const [first, second, third] = free
      if (first) {
        await api.db.insertInto('assignments').values(seatRow(first, 4)).execute()
        await api.db.insertInto('scores').values(scoreRow(first)).execute()
      }
      if (second) {
        await api.db.insertInto('conflicts').values(conflictOf(second)).execute()
        await write([second])
      }
      if (third) {
        await write([third])
        await api.db.insertInto('conflicts').values(conflictOf(third)).execute()
      }
      expect(await figures()).toEqual(before)
    }),
    RUNS,
  )
})

test('figures stay the same after the freeze', async () => {
  await fc.assert(
    fc.asyncProperty(someVotes, anEntry, async (votes, entry) => {
      await clear()
      await write(votes)
      const before = await figures()
      const frozen = api.db.transaction()
      await frozen.execute((trx) => freezeResults(trx, jury.edition.id, null, new Date()))
      await api.db
        .updateTable('apply_orders')
        .set({ entry_status: 90 })
        .where('id', '=', entries[entry] ?? '')
        .execute()
      const after = await figures()
      for (const figure of Object.values(after)) delete figure.ethique_mean
      expect(after).toMatchObject(before)
      const thaw = api.db.transaction()
      await thaw.execute((trx) => thawResults(trx, jury.edition.id))
      expect((await figures())[entries[entry] ?? '']?.first.votes).toBe(0)
    }),
    { ...RUNS, numRuns: 8 },
  )
})

type Step = {
  vote: Vote
  kind: 'vote' | 'reopen' | 'abstain' | 'conflict' | 'dismiss' | 'withdraw' | 'move'
}
const someSteps = fc.array(
  fc.record({
    vote: fc.record({ entry: anEntry, juror: aJuror, total: aTotal }),
    kind: fc.constantFrom<Step['kind']>(
      'vote',
      'vote',
      'vote',
      'vote',
      'reopen',
      'abstain',
      'conflict',
      'dismiss',
      'withdraw',
      'move',
    ),
  }),
  { minLength: 5, maxLength: 40 },
)

async function take({ vote, kind }: Step) {
  const { db } = api
  const key = keyOf(vote)
  const seats = db.updateTable('assignments').where('apply_order_id', '=', key.apply_order_id)
  const seat = seats.where('juror_id', '=', key.juror_id)
  const conflicts = db.updateTable('conflicts').where('juror_id', '=', key.juror_id)
  const entry = db.updateTable('apply_orders').where('id', '=', key.apply_order_id)
  switch (kind) {
    case 'vote':
      await db
        .insertInto('assignments')
        .values(seatRow(vote))
        .onConflict((on) => on.constraint('assignments_once').doUpdateSet({ status: 3 }))
        .execute()
      return db
        .insertInto('scores')
        .values(scoreRow(vote))
        .onConflict((on) => on.constraint('scores_once').doUpdateSet({ total: vote.total }))
        .execute()
    case 'reopen':
      return seat.set({ status: 2 }).execute()
    case 'abstain':
      return seat.set({ status: 4 }).execute()
    case 'conflict':
      return db
        .insertInto('conflicts')
        .values(conflictOf(vote))
        .onConflict((on) => on.constraint('conflicts_once').doNothing())
        .execute()
    case 'dismiss':
      return conflicts.set({ state: 'dismissed', dismissed_at: new Date() }).execute()
    case 'withdraw':
      return entry.set({ entry_status: vote.total > 50 ? 90 : 40 }).execute()
    case 'move':
      return entry.set({ category_id: vote.total > 50 ? other.id : jury.category.id }).execute()
  }
}

test('stored figures equal the counted votes after any sequence of steps', async () => {
  await fc.assert(
    fc.asyncProperty(someSteps, async (steps) => {
      await clear()
      for (const step of steps) await take(step)
      const drifted = await sql`
        select f.apply_order_id, f.level from entry_figures f
        left join vote_figures v on v.apply_order_id = f.apply_order_id and v.level = f.level
        join apply_orders o on o.id = f.apply_order_id
        where (f.votes, f.mean, f.median, f.trimmed, f.deviation, f.range, f.is_divergent, f.category_id)
          is distinct from (coalesce(v.votes, 0), v.mean, v.median, v.trimmed, v.deviation, v.range,
            coalesce(v.is_divergent, false), o.category_id)
        union all
        select v.apply_order_id, v.level from vote_figures v
        where not exists (select 1 from entry_figures f
          where f.apply_order_id = v.apply_order_id and f.level = v.level)`.execute(api.db)
      const jurors = await sql`
        with counted as (
          select juror_id, edition_id, level, category_id, count(*)::int as votes,
            sum(total) as total_sum, sum(total * total) as total_squares
          from counted_votes group by 1, 2, 3, 4)
        (select * from counted except select juror_id, edition_id, level, category_id, votes,
          total_sum, total_squares from juror_figures)
        union all (select juror_id, edition_id, level, category_id, votes, total_sum, total_squares
          from juror_figures except select * from counted)`.execute(api.db)
      expect([...drifted.rows, ...jurors.rows]).toEqual([])
    }),
    RUNS,
  )
})

test('concurrent saves and a withdrawal do not deadlock', async () => {
  proves('story S20')
  await clear()
  const all = entries.flatMap((_, entry) =>
    JURORS.map((__, juror) => ({ entry, juror, total: 70 })),
  )
  await api.db
    .insertInto('assignments')
    .values(all.map((vote) => seatRow(vote)))
    .execute()
  await Promise.all([
    ...all.map((vote) =>
      api.db
        .transaction()
        .execute((trx) => trx.insertInto('scores').values(scoreRow(vote)).execute()),
    ),
    api.db
      .updateTable('apply_orders')
      .set({ entry_status: 90 })
      .where('id', '=', entries[1] ?? '')
      .execute(),
  ])
  expect(await figures()).toMatchObject(await byDomain())
})
