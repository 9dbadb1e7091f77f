import type { Updateable } from 'kysely'
import { publication } from '@awards/shared/contract'
import { LANGUAGES } from '@awards/shared/domain'
import { countStatements } from '../../../test/count-statements.ts'
import { allowAnyStatus } from '../../../test/plant-status.ts'
import { demoApi } from '../../../test/test-api.ts'
import { translated } from '../../lib/localised.ts'
import type { ApplyOrders } from '../../db/schema.gen.ts'
import { toPublicPicture } from '../../files/pictures/picture.ts'

const api = await demoApi()
const reads = countStatements()
const { db, context } = api
await allowAnyStatus(db)
const visitor = api.as(null)

const { list } = await visitor.call(publication.winnerList, { pageSize: 100 })
const id = list[0]?.apply_order_id ?? ''
const sheetUrl = `${publication.winnerInfo.path}?apply_order_id=${id}`
const EVERY = { current: 1, pageSize: 100 }

/** The winner for visitors: its card in the list, and its sheet or error code. */
async function seen() {
  await context.publicCache.settle()
  const page = await visitor.call(publication.winnerList, EVERY)
  const sheet = await visitor.answer(publication.winnerInfo, { apply_order_id: id })
  return {
    total: page.total,
    card: page.list.find(({ apply_order_id }) => apply_order_id === id),
    code: sheet.code,
    sheet: sheet.data,
  }
}
const change = (values: Updateable<ApplyOrders>) =>
  db.updateTable('apply_orders').set(values).where('id', '=', id).execute()

type Answers = { designers?: { name: string; role?: string }[]; company?: string; summary?: string }

test.each(LANGUAGES)('a card in %s shows the data of its rows', async (language) => {
  proves('call index/winnerList')
  const page = await api
    .as(null)
    .answer(publication.winnerList, EVERY, { 'accept-language': language })
  const cards = publication.winnerList.output.parse(page.data).list
  expect(cards.length).toBeGreaterThan(10)
  for (const card of cards) {
    const entry = await db
      .selectFrom('apply_orders')
      .selectAll()
      .where('id', '=', card.apply_order_id)
      .executeTakeFirstOrThrow()
    const row = async (
      table: 'award_levels' | 'categories' | 'sections' | 'editions',
      key: string,
    ) => db.selectFrom(table).selectAll().where('id', '=', key).executeTakeFirstOrThrow()
    const named = async (...of: Parameters<typeof row>) => {
      const { id: own, code, name } = await row(...of)
      return { id: own, code, name: translated(name, language) }
    }
    const level = await db
      .selectFrom('award_levels')
      .select(['rank', 'colour'])
      .where('id', '=', entry.award_id)
      .executeTakeFirstOrThrow()
    const { year } = await db
      .selectFrom('editions')
      .select('year')
      .where('id', '=', entry.edition_id)
      .executeTakeFirstOrThrow()
    const cover = await db
      .selectFrom('entry_files')
      .innerJoin('stored_files as file', 'file.id', 'entry_files.file_id')
      .selectAll('file')
      .select('entry_files.alt')
      .where('entry_files.apply_order_id', '=', entry.id)
      .where('entry_files.kind', '=', 'cover')
      .executeTakeFirst()
    const { designers = [], company } = entry.answers as Answers
    const winner = (entry.winning_info as { winner_name?: string } | null)?.winner_name
    expect(card).toEqual({
      apply_order_id: entry.id,
      entry_no: entry.entry_no,
      title: entry.title,
      designers: designers.map(({ name }) => name).join(', '),
      company: winner || company || null,
      country: entry.country,
      cover: cover ? toPublicPicture(cover.id, cover, cover.alt) : null,
      award: { ...(await named('award_levels', entry.award_id ?? '')), ...level },
      category: await named('categories', entry.category_id),
      section: await named('sections', entry.section_id),
      edition: { ...(await named('editions', entry.edition_id)), year },
    })
  }
})

test('card and sheet follow changes of their entry, and disappear when it is hidden', async () => {
  proves('story S24')
  const before = await seen()
  expect(before).toMatchObject({ code: 200, card: { apply_order_id: id } })

  await change({ title: 'A corrected “title”' })
  const corrected = await seen()
  expect(corrected.card?.title).toBe('A corrected “title”')
  expect(corrected.sheet).toMatchObject({ title: 'A corrected “title”' })

  await change({ answers: JSON.stringify({ designers: [{ name: 'Ai' }, { name: 'Bo' }] }) })
  expect(await seen()).toMatchObject({
    card: { designers: 'Ai, Bo' },
    sheet: { summary: '', credits: [{ name: 'Ai', role: null }, { name: 'Bo' }] },
  })

  await change({ is_show: false })
  const gone = { total: before.total - 1, card: undefined, code: 404, sheet: null }
  expect(await seen()).toEqual(gone)
  await change({ title: 'Renamed while it was hidden' })
  expect(await seen()).toEqual(gone)
  await change({ is_show: true })
  expect((await seen()).card?.title).toBe('Renamed while it was hidden')

  await change({ is_show: false, entry_status: 61 })
  expect(await seen()).toEqual(gone)
  await change({ is_show: true, entry_status: 60 })
  expect((await seen()).code).toBe(200)
})

test('L6: a sheet shows the use of generative tools if the form asked for it', async () => {
  for (const [ai_use, shown] of [
    [0, 'none'],
    [2, 'generated'],
    [undefined, null],
  ] as const) {
    await change({ answers: JSON.stringify({ ai_use, ai_statement: 'For the jury' }) })
    const { sheet } = await seen()
    expect(sheet).toMatchObject({ ai_use: shown })
    expect(JSON.stringify(sheet)).not.toContain('For the jury')
  }
})

test('a card follows changes of its cover and its award level', async () => {
  const { card } = await seen()
  const others = list.map(({ cover }) => cover?.url).filter((url) => url !== card?.cover?.url)
  const other = await db
    .selectFrom('entry_files')
    .select('file_id')
    .where('kind', '=', 'cover')
    .where('apply_order_id', '!=', id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('entry_files')
    .set({ file_id: other.file_id, alt: 'Another view' })
    .where('apply_order_id', '=', id)
    .where('kind', '=', 'cover')
    .execute()
  const replaced = await seen()
  expect(replaced.card?.cover?.alt).toBe('Another view')
  expect(others).toContain(replaced.card?.cover?.url)

  const name = JSON.stringify({ en: 'Renamed', fr: 'Rebaptisé' })
  await db.updateTable('award_levels').set({ name }).execute()
  expect((await seen()).card?.award.name).toBe('Renamed')
})

test('shows an entry without images, texts and credits', async () => {
  await db.deleteFrom('entry_files').where('apply_order_id', '=', id).execute()
  await change({ answers: '{"note_to_the_jury":"not for visitors"}', jury_statement: null })
  const { card, sheet } = await seen()
  expect(card).toMatchObject({ cover: null, designers: '' })
  expect(sheet).toMatchObject({
    cover: null,
    images: [],
    credits: [],
    summary: '',
    description: '',
    title_local: null,
    location: null,
    completion_date: null,
    jury_statement: null,
  })
  expect(JSON.stringify(sheet)).not.toContain('not for visitors')
})

test('reads a page of winners and a sheet with one statement each', async () => {
  await seen()
  // The order of the list is cached; each language has its own cached answer.
  const headers = { 'accept-language': 'zh' }
  for (const url of [publication.winnerList.path, sheetUrl]) {
    expect(await reads(() => api.app.inject({ url, headers }))).toBe(1)
  }
})
