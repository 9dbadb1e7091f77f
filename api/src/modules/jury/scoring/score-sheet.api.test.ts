import { judgeAdded, scoreSheets, subjudges } from '@awards/shared/contract'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { testApi } from '../../../../test/test-api.ts'
import { allowAnyStatus } from '../../../../test/plant-status.ts'
import { exportJuryRepository } from '../../privacy/export.repository.ts'
import { scoreSheetRepository } from './score-sheet.repository.ts'

const api = await testApi()
const jury = await jurySetting(api)
await allowAnyStatus(api.db)
const chair = api.as(jury.chair)
const owner = api.as(jury.owner)
const edition_id = jury.edition.id
const [first, second, third] = jury.first
if (!first || !second || !third) throw new Error('There are too few jurors')
const jurors = [first, second, third]

const COMMENT = 'The joints are honest, and the back holds you without a word.'

/** An entry with three submitted scores and a comment of the first juror. */
async function scored(total: number, comment = COMMENT) {
  const entry = await jury.entry()
  await jury.assign(entry, jurors)
  for (const juror of jurors) {
    await api.as(juror).call(subjudges.score, {
      apply_order_id: entry.id,
      items: jury.marks(total),
      comment_private: 'Seen before at a fair',
      comment_entrant: juror === first ? comment : '',
      is_draft: false,
      version: 0,
    })
  }
  return entry
}

const sheet = (entry: { id: string }) =>
  owner.call(scoreSheets.scoreSheet, { apply_order_id: entry.id })
const listed = async (state?: 'pending' | 'released' | 'withheld') =>
  (await chair.call(judgeAdded.commentList, { pageSize: 100, ...(state && { state }) })).list

async function publish() {
  await jury.enter(7)
  await chair.call(judgeAdded.publish, { edition_id, without_award: true })
}

const entries = [
  await scored(60),
  await scored(62.5),
  await scored(65),
  await scored(70),
  await scored(80),
]
const [lowest, , , , best] = entries
if (!lowest || !best) throw new Error('There are too few entries')

test('lists comments of counted votes to the chair, without entries in conflict', async () => {
  proves('call judge/commentList')
  const draft = await jury.entry()
  await jury.assign(draft, [first])
  await api.as(first).call(subjudges.score, {
    apply_order_id: draft.id,
    items: jury.marks(60),
    comment_private: '',
    comment_entrant: 'Not yet finished with this one.',
    is_draft: true,
    version: 0,
  })
  const conflicted = await scored(67.5)
  await jury.conflict(conflicted, jury.chair)

  const list = await listed()

  expect(list).toHaveLength(5)
  expect(list.map(({ apply_order_id }) => apply_order_id).toSorted()).toEqual(
    entries.map(({ id }) => id).toSorted(),
  )
  expect(list[0]).toMatchObject({ comment: COMMENT, state: 'pending', reason: null })
  expect(JSON.stringify(list)).not.toContain('Seen before')
  await api.db.deleteFrom('apply_orders').where('id', 'in', [draft.id, conflicted.id]).execute()
})

test('withholds a comment with a reason; an edited comment is pending again', async () => {
  proves('call judge/moderateComments')
  const [one, two] = await listed('pending')
  if (!one || !two) throw new Error('There are too few comments')
  const input = { score_ids: [one.score_id], state: 'withheld' as const }
  expect(await chair.answer(judgeAdded.moderateComments, input)).toMatchObject({ code: 422 })
  const withheld = { ...input, reason: 'It names another entry' }
  expect(await chair.call(judgeAdded.moderateComments, withheld)).toEqual({
    updated: [one.score_id],
  })
  expect(await chair.call(judgeAdded.moderateComments, withheld)).toEqual({ updated: [] })
  expect(await listed('withheld')).toMatchObject([{ reason: 'It names another entry' }])

  await api.as(first).call(subjudges.score, {
    apply_order_id: one.apply_order_id,
    items: jury.marks(60),
    comment_private: '',
    comment_entrant: 'The back holds you without a word, and lasts.',
    is_draft: false,
    version: 1,
  })
  expect((await listed('withheld')).length).toBe(0)
  expect((await listed('pending')).map(({ comment }) => comment)).toContain(
    'The back holds you without a word, and lasts.',
  )

  const other = await api.build.juror(1, { category_ids: [(await api.build.category()).id] })
  expect(
    await api.as(other).call(judgeAdded.moderateComments, {
      score_ids: [two.score_id],
      state: 'released',
    }),
  ).toEqual({ updated: [] })
  expect((await listed('released')).length).toBe(0)
})

test('leaves a comment that its juror has changed since the chair read it', async () => {
  const entry = await scored(60)
  const rowOf = async () =>
    (await listed()).find(({ apply_order_id }) => apply_order_id === entry.id)
  const read = await rowOf()
  if (read?.version === undefined) throw new Error('The comment has no version')
  const score_ids = [read.score_id]
  const release = (version: number) =>
    chair.call(judgeAdded.moderateComments, {
      score_ids,
      state: 'released',
      versions: { [read.score_id]: version },
    })

  await api.as(first).call(subjudges.score, {
    apply_order_id: entry.id,
    items: jury.marks(60),
    comment_private: '',
    comment_entrant: 'Anne of the atelier told me how it was made.',
    is_draft: false,
    version: 1,
  })

  expect(await release(read.version)).toEqual({ updated: [] })
  const again = await rowOf()
  expect(again).toMatchObject({ state: 'pending', version: read.version + 1 })
  expect(await release(read.version + 1)).toEqual({ updated: score_ids })
  await api.db.deleteFrom('apply_orders').where('id', '=', entry.id).execute()
})

describe('the score sheet', () => {
  beforeEach(() => proves('call apply/scoreSheet'))

  test('returns 423 before publication, then the sheet to the owner only', async () => {
    expect(await owner.answer(scoreSheets.scoreSheet, { apply_order_id: best.id })).toMatchObject({
      code: 423,
      data: { reason: 'NOT_PUBLISHED' },
    })
    await api.db
      .updateTable('apply_orders')
      .set({ award_id: jury.silver.id, decision_status: 3 })
      .where('id', '=', best.id)
      .execute()
    await publish()

    const stranger = api.as(await api.build.user())
    expect((await stranger.answer(scoreSheets.scoreSheet, { apply_order_id: best.id })).code).toBe(
      404,
    )
    expect(await sheet(best)).toMatchObject({ award: { code: 'silver' }, percentile: 100 })
    expect(await sheet(lowest)).toMatchObject({
      award: null,
      percentile: 0,
      entries_in_category: 5,
      comments: [],
      comments_pending: 1,
    })
  })

  test('compares the level with the category and reveals no juror or other entry', async () => {
    const { levels, final_score } = await sheet(best)
    expect(levels).toHaveLength(1)
    const [level] = levels
    expect(level).toMatchObject({
      level: 2,
      votes: 3,
      score: 80,
      compared_mean: 67.5,
      compared_with: 'category',
    })
    expect(final_score).toBe(80)
    expect(level?.criteria.map(({ code, mean }) => [code, mean])).toEqual(
      ['esthetique', 'ergonomie', 'ethique', 'economie', 'emotion'].map((code) => [code, 16]),
    )
    expect(level?.criteria.every(({ compared_mean }) => compared_mean === 13.5)).toBe(true)
    const answer = JSON.stringify(await sheet(best))
    for (const { id, juror_id, last_name } of jurors) {
      expect(answer).not.toContain(`"${id}"`)
      expect(answer).not.toContain(juror_id)
      expect(answer).not.toContain(last_name)
    }
    for (const { id } of entries.slice(0, 4)) expect(answer).not.toContain(id)
  })

  test('shows released comments under the pseudonyms A to C', async () => {
    const score_ids = (await listed('pending')).map(({ score_id }) => score_id)
    await chair.call(judgeAdded.moderateComments, { score_ids, state: 'released' })

    const letters: string[] = []
    for (const entry of entries) {
      const { comments, comments_pending } = await sheet(entry)
      expect(comments_pending).toBe(0)
      expect(comments).toHaveLength(1)
      expect(await sheet(entry)).toMatchObject({ comments })
      letters.push(comments[0]?.juror ?? '')
    }
    expect(letters.every((letter) => ['A', 'B', 'C'].includes(letter))).toBe(true)
  })

  test('changes the pseudonyms from entry to entry', async () => {
    const { comments } = scoreSheetRepository(api.db)
    const lettersBy = async (secret: string) => {
      const perEntry = await Promise.all(entries.map(({ id }) => comments(id, secret)))
      return new Set(perEntry.flatMap((each) => each.map(({ juror }) => juror))).size
    }
    const counts = await Promise.all(Array.from({ length: 20 }, (_, turn) => lettersBy(`${turn}`)))
    // The same letter on all five entries happens by chance once in 81.
    expect(counts.filter((count) => count > 1).length).toBeGreaterThan(10)
  })

  test('compares nothing with fewer than five entries', async () => {
    await api.db
      .updateTable('apply_orders')
      .set({ entry_status: 91 })
      .where('id', '=', lowest.id)
      .execute()
    const { percentile, levels } = await sheet(best)
    expect(percentile).toBeNull()
    expect(levels[0]).toMatchObject({ compared_mean: null, compared_with: null })
    expect(levels[0]?.criteria.every(({ compared_mean }) => compared_mean === null)).toBe(true)
  })
  test('compares a small category with the edition', async () => {
    const other = await api.build.category()
    const moved = entries[1]?.id ?? ''
    await api.db
      .updateTable('apply_orders')
      .set({ entry_status: 61 })
      .where('id', '=', lowest.id)
      .execute()
    await api.db
      .updateTable('apply_orders')
      .set({ category_id: other.id })
      .where('id', '=', moved)
      .execute()
    const { percentile, entries_in_category, levels } = await sheet({ id: moved })
    expect({ percentile, entries_in_category }).toEqual({
      percentile: null,
      entries_in_category: 1,
    })
    expect(levels[0]).toMatchObject({ compared_with: 'edition', compared_mean: expect.any(Number) })
  })
})

test('gives each of 28 jurors a pseudonym of its own, A to Z, then AA and AB; the copy has them once the jury is done', async () => {
  const entry = await jury.entry()
  for (let count = 0; count < 28; count += 1) {
    await jury.vote(entry, await api.build.juror(2), 70)
  }
  await api.db
    .updateTable('scores')
    .set({ comment_entrant: COMMENT })
    .where('apply_order_id', '=', entry.id)
    .execute()
  const letters = async () =>
    (await scoreSheetRepository(api.db).comments(entry.id, 'secret')).map(({ juror }) => juror)
  expect((await letters()).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZAAAB')
  expect(await letters()).toHaveLength(28)

  // The results are out, and this entry was left with the jury.
  await api.db.updateTable('editions').set({ status: 4 }).where('id', '=', edition_id).execute()
  const exported = async () =>
    (await exportJuryRepository(api.db).comments(jury.owner.id, 'secret')).filter(
      ({ entry_no }) => entry_no === entry.entry_no,
    )
  expect(await exported()).toEqual([])

  await api.db
    .updateTable('apply_orders')
    .set({ entry_status: 61 })
    .where('id', '=', entry.id)
    .execute()
  const own = await exported()
  expect(own.map(({ juror }) => juror).slice(-3)).toEqual(['Juror Z', 'Juror AA', 'Juror AB'])
  expect(own).toHaveLength(28)
})
