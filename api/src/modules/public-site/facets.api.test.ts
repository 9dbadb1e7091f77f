import { publication, publicationAdded } from '@awards/shared/contract'
import { demoApi } from '../../../test/test-api.ts'

const api = await demoApi()
const visitor = api.as(null)

const facets = () => visitor.call(publicationAdded.winnerFacets, {})

test('the count of each facet equals the total of the list filtered by it', async () => {
  proves('call index/winnerFacets')
  const { total, editions, categories, sections, awards, countries } = await facets()
  expect(total).toBe((await visitor.call(publication.winnerList, {})).total)
  const count = async (filter: object) => (await visitor.call(publication.winnerList, filter)).total
  for (const { code, total: works } of editions) expect(await count({ edition: code })).toBe(works)
  for (const { code, total: works } of categories) {
    expect(await count({ category: code })).toBe(works)
  }
  for (const { code, total: works } of sections) expect(await count({ section: code })).toBe(works)
  for (const { code, total: works } of awards) expect(await count({ award: code })).toBe(works)
  for (const { code, total: works } of countries) expect(await count({ country: code })).toBe(works)
  for (const group of [editions, categories, sections, awards]) {
    expect(group.reduce((sum, one) => sum + one.total, 0)).toBe(total)
  }
  expect(editions.map(({ code }) => code)).toEqual(['GA26-1'])
  expect(awards.map(({ rank }) => rank)).toEqual(awards.map(({ rank }) => rank).toSorted())
  expect(categories.every(({ parent }) => parent)).toBe(true)
})

test('facet names are in the language of the request', async () => {
  const { data } = await visitor.answer(
    publicationAdded.winnerFacets,
    {},
    { 'accept-language': 'fr' },
  )
  expect(data).toMatchObject({
    editions: [{ code: 'GA26-1', name: '2026 — Saison 1', year: 2026 }],
    awards: expect.arrayContaining([expect.objectContaining({ code: 'gold', name: 'Or' })]),
  })
})

test('a work without a country counts in the total but in no facet; a hidden one counts nowhere', async () => {
  const before = await facets()
  const { id } = await api.db
    .selectFrom('apply_orders')
    .select('id')
    .where('title', '=', 'Ondine')
    .executeTakeFirstOrThrow()
  const change = (values: object) =>
    api.db.updateTable('apply_orders').set(values).where('id', '=', id).execute()
  await change({ country: null })
  await api.context.publicCache.settle()
  const without = await facets()
  expect(without.total).toBe(before.total)
  const sum = (list: { total: number }[]) => list.reduce((all, { total }) => all + total, 0)
  expect(sum(without.countries)).toBe(before.total - 1)

  await change({ is_show: false })
  await api.context.publicCache.settle()
  const hidden = await facets()
  expect(hidden.total).toBe(before.total - 1)
  // It was the only grand prix, so its facet is gone.
  expect(hidden.awards.map(({ code }) => code)).not.toContain('grand_prix')
})

test('there are no facets before the first publication', async () => {
  await api.db.updateTable('editions').set({ status: 3 }).execute()
  await api.context.publicCache.settle()
  expect(await facets()).toEqual({
    total: 0,
    editions: [],
    categories: [],
    sections: [],
    awards: [],
    countries: [],
  })
})
