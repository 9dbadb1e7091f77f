import { deliberation, scoreSheets, subjudges } from '@awards/shared/contract'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const [ada, ben, cleo, dan] = jury.first
const [dora] = jury.second
if (!ada || !ben || !cleo || !dan || !dora) throw new Error('There are too few jurors')

const D = deliberation
type Entry = { id: string }
const by = ({ id }: Entry) => ({ apply_order_id: id })
const revision = async () => (await chair.call(D.agenda, {})).revision
const step = async (entry: Entry, step: 'add' | 'now' | 'done' | 'up' | 'down' | 'remove') =>
  chair.call(D.changeAgenda, { ...by(entry), step, revision: await revision() })
const read = (who: { id: string }, entry: Entry) => api.as(who).call(D.deliberation, by(entry))
const say = (who: { id: string }, entry: Entry, text: string, more = {}) =>
  api.as(who).answer(D.comment, { ...by(entry), text, ...more })

/** A split entry on the agenda: Ada and Ben have scored, Cleo has not yet. */
async function disputed() {
  const entry = await jury.entry()
  await jury.scored(entry, [45, 90])
  await jury.assign(entry, [cleo ?? dora])
  await step(entry, 'add')
  return entry
}

beforeEach(async () => {
  for (const call of Object.values(D)) proves(`call ${call.name}`)
  await api.db.deleteFrom('apply_orders').execute()
  await api.db.deleteFrom('rate_limits').execute()
  await api.db
    .updateTable('editions')
    .set({ snapshot_id: null, frozen_at: null, results_published_at: null })
    .execute()
  await jury.enter(3)
})

test('a thread opens to a juror after the own score only, and names jurors by letter', async () => {
  const entry = await disputed()
  expect((await say(ada, entry, 'The joint is weak')).code).toBe(200)
  expect((await say(jury.chair, entry, 'Look at the joint again')).code).toBe(200)

  const closed = await read(cleo, entry)
  expect(closed).toMatchObject({ hidden: 'own_score', comments: [], votes: [], summary: null })
  expect(await say(cleo, entry, 'I lean on you')).toMatchObject({ code: 423 })
  expect((await api.as(cleo).call(D.agenda, {})).items).toEqual([])

  const { comments, votes } = await read(ben, entry)
  expect(comments.map(({ text }) => text)).toEqual(['The joint is weak', 'Look at the joint again'])
  expect(comments[0]).toMatchObject({ is_named: false, juror: expect.stringMatching(/^[A-Z]$/) })
  expect(votes.every(({ before }) => before === null)).toBe(true)
  expect((await read(jury.chair, entry)).comments[0]).toMatchObject({ is_named: true })
  expect(await api.as(dan).answer(D.deliberation, by(entry))).toMatchObject({ code: 403 })
})

test('a juror in conflict or recused is out, and the others no longer read what was said', async () => {
  const entry = await disputed()
  await say(ada, entry, 'I know these people')
  await jury.conflict(entry, ada)
  expect(await api.as(ada).answer(D.deliberation, by(entry))).toMatchObject({ code: 403 })
  expect(await say(ada, entry, 'Still here')).toMatchObject({ code: 403 })
  expect((await read(ben, entry)).comments).toEqual([])
  expect((await read(jury.chair, entry)).comments[0]).toMatchObject({ is_excluded: true })
})

test('the first level does not read what the second says', async () => {
  const entry = await disputed()
  await jury.scored(entry, [80], 3)
  await say(dora, entry, 'The second level likes it')
  expect((await read(ada, entry)).comments).toEqual([])
  expect((await api.as(ada).call(D.agenda, {})).items[0]?.comments).toBe(0)
  expect((await read(dora, entry)).comments).toHaveLength(1)
})

test('the agenda moves: of two moves at once one wins, and a re-score is marked beside the figure before', async () => {
  const one = await disputed()
  const two = await disputed()
  const seen = await revision()
  const codes = await Promise.all(
    [one, two].map(async (entry) => {
      const { code } = await chair.answer(D.changeAgenda, {
        ...by(entry),
        step: 'now',
        revision: seen,
      })
      return code
    }),
  )
  expect(codes.toSorted()).toEqual([200, 409])
  await step(one, 'now')
  await step(two, 'up')
  await step(two, 'now')
  const { items, is_meeting } = await api.as(ada).call(D.agenda, {})
  expect(is_meeting).toBe(true)
  expect(items.filter(({ state }) => state === 'now').map((item) => item.apply_order_id)).toEqual([
    two.id,
  ])
  expect(items[0]?.apply_order_id).toBe(two.id)

  const version = 1
  const submitted = await api.as(ada).answer(subjudges.score, {
    ...by(two),
    items: jury.marks(75),
    comment_private: '',
    comment_entrant: 'The discussion has convinced me of the joint.',
    version,
    is_draft: false,
  })
  expect(submitted.code).toBe(200)
  const own = (await read(ada, two)).votes.find(({ is_own }) => is_own)
  expect(own).toMatchObject({ before: 45, total: 75, change: 'rescored' })
  expect((await read(ben, two)).votes.find(({ is_own }) => !is_own)).toMatchObject({
    before: null,
    change: 'rescored',
  })
  const votes = (await read(jury.chair, two)).votes
  expect(votes.map(({ before, total }) => [before, total]).toSorted()).toEqual([
    [45, 75],
    [90, 90],
  ])
  expect(
    await chair.answer(D.changeAgenda, { ...by(two), step: 'remove', revision: await revision() }),
  ).toMatchObject({ code: 409 })
})

test('only the author changes a comment, for a while; the chair hides it with a reason', async () => {
  const entry = await disputed()
  const other = await disputed()
  const { data } = await say(ada, entry, 'First')
  const { comment_id } = data as { comment_id: string }
  expect((await say(ada, entry, 'Second', { comment_id })).code).toBe(200)
  expect(await say(ben, entry, 'Mine now', { comment_id })).toMatchObject({ code: 409 })
  expect(await say(ada, other, 'Elsewhere', { comment_id })).toMatchObject({ code: 409 })
  expect(
    await api.as(ben).answer(D.removeComment, { ...by(entry), comment_id, reason: 'Not for you' }),
  ).toMatchObject({ code: 409 })
  const { code } = await chair.answer(D.removeComment, {
    ...by(entry),
    comment_id,
    reason: 'Tells whose work it is',
  })
  expect(code).toBe(200)
  expect((await read(ben, entry)).comments[0]).toMatchObject({ text: null, hidden_reason: null })
  expect((await read(jury.chair, entry)).comments[0]).toMatchObject({ text: 'Second' })

  const late = await say(ada, entry, 'Old')
  await api.db
    .updateTable('deliberation_comments')
    .set({ at: new Date(Date.now() - 16 * 60_000) })
    .execute()
  const again = late.data as { comment_id: string }
  expect(await say(ada, entry, 'Too late', again)).toMatchObject({ code: 409 })
})

test('hostile inputs: oversized, empty and foreign', async () => {
  const entry = await disputed()
  expect((await say(ada, entry, 'x'.repeat(2001))).code).toBe(422)
  expect((await say(ada, entry, '  ')).code).toBe(422)
  expect((await say(ada, entry, 'a\u0000b')).code).toBe(422)
  expect((await say(ada, { id: '999999999' }, 'Hello')).code).toBe(403)
  expect((await say(ada, entry, 'Gone', { comment_id: '999999999' })).code).toBe(409)
  const html = '<img src=x onerror=alert(1)>'
  expect((await say(ada, entry, html)).code).toBe(200)
  expect((await read(ben, entry)).comments.at(-1)?.text).toBe(html)
})

test('a name of the entrant in comment and summary is redacted for everybody but its author', async () => {
  const entry = await jury.entry({
    answers: JSON.stringify({ summary: 'A chair.', company: 'Zephyrine' }),
  })
  await jury.scored(entry, [45, 90])
  await step(entry, 'add')
  await say(ada, entry, 'Surely by Zephyrine')
  const text = 'Zephyrine again'
  await chair.call(D.summarise, { ...by(entry), text, is_released: false, version: 0 })
  expect(JSON.stringify(await read(ben, entry))).not.toMatch(/zephyrine/i)
  // An editor that opened with the redaction would save it.
  const written = await read(jury.chair, entry)
  expect(written.summary?.text).toBe(text)
  expect(JSON.stringify(written.comments)).not.toMatch(/zephyrine/i)
  expect((await read(ada, entry)).comments[0]?.text).toBe('Surely by Zephyrine')
  await api.db.updateTable('deliberations').set({ summary_by: null }).execute()
  expect(JSON.stringify(await read(jury.chair, entry))).not.toMatch(/zephyrine/i)
})

test('the freeze refuses every write, and the entrant reads the released summary with the results', async () => {
  const entry = await disputed()
  await say(ada, entry, 'The joint is weak')
  const write = (text: string, version: number, is_released = true) =>
    chair.answer(D.summarise, { ...by(entry), text, is_released, version })
  const { name } = await api.db
    .selectFrom('jurors')
    .select('name')
    .where('id', '=', ada.juror_id)
    .executeTakeFirstOrThrow()
  expect((await write('', 0)).code).toBe(422)
  expect((await write(`As ${name.toUpperCase()} says`, 0)).code).toBe(422)
  expect((await write('The joint divided us; the line did not.', 0)).code).toBe(200)
  expect((await write('Stale', 0)).code).toBe(409)
  const owner = api.as(jury.owner)
  expect((await owner.answer(scoreSheets.scoreSheet, by(entry))).code).toBe(423)
  expect((await owner.answer(D.deliberation, by(entry))).code).toBe(403)

  await jury.enter(7)
  const refused = await Promise.all([
    say(ada, entry, 'Late'),
    say(jury.chair, entry, 'Late'),
    write('Late', 1),
    chair.answer(D.changeAgenda, { ...by(entry), step: 'now', revision: await revision() }),
    chair.answer(D.removeComment, { ...by(entry), comment_id: '1', reason: 'Too late' }),
  ])
  expect(refused.map(({ code }) => code)).toEqual([423, 423, 423, 423, 423])
  expect((await read(jury.chair, entry)).can_write).toBe(false)

  await api.db
    .updateTable('apply_orders')
    .set({ entry_status: 50 })
    .where('id', '=', entry.id)
    .execute()
  await api.db
    .updateTable('apply_orders')
    .set({ entry_status: 61 })
    .where('id', '=', entry.id)
    .execute()
  const sheet = await owner.call(scoreSheets.scoreSheet, by(entry))
  expect(sheet.summary).toBe('The joint divided us; the line did not.')
  expect(JSON.stringify(sheet)).not.toContain('The joint is weak')
})
