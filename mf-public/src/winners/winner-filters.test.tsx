import { publication, publicationAdded } from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { routes } from '../routes.tsx'
import { facets } from './winners.fixture.ts'

let asked: Record<string, unknown>[] = []
let restore = () => {}
beforeEach(() => {
  asked = []
  restore = answerCalls()
  answer(publication.banner, () => [])
  answer(publication.indexWinnerList, () => ({ list: [], total: 0, current: 1, pageSize: 3 }))
  answer(publicationAdded.winnerFacets, () => facets)
  answer(publication.winnerList, (input) => {
    const { pageSize, ...search } = input as { current: number; pageSize: number }
    asked.push(search)
    return { list: [], total: 0, current: search.current, pageSize }
  })
})
afterEach(() => restore())

const field = (name: string) => screen.findByRole('combobox', { name })

test('it is a form that reads, so that it works where nothing runs', async () => {
  await renderRoutes(routes, '/winners?award=gold&country=CH')
  const form = await screen.findByRole('search', { name: 'Filter winners' })
  expect(form).toHaveAttribute('method', 'get')
  expect(form).toHaveAttribute('action', '/winners')
  await screen.findByRole('option', { name: 'Switzerland' })
  expect(Object.fromEntries(new FormData(form as HTMLFormElement))).toEqual({
    award: 'gold',
    category: '',
    country: 'CH',
    edition: '',
    keyword: '',
    section: '',
  })
})

test('the choices have their counts; countries stand by their names, categories in groups', async () => {
  await renderRoutes(routes, '/winners')
  await screen.findByRole('option', { name: 'Furniture (12)' })
  const countries = within(await field('Country')).getAllByRole('option')
  expect(countries.map(({ textContent }) => textContent)).toEqual([
    'Country',
    'France (21)',
    'Switzerland (19)',
  ])
  expect(screen.getByRole('group', { name: 'Product' })).toBeInTheDocument()
})

test('E27: beside another filter no choice tells a total, which would count other works', async () => {
  await renderRoutes(routes, '/winners?keyword=nothing')
  expect(await screen.findByRole('option', { name: 'Furniture' })).toBeInTheDocument()
  expect(screen.queryByRole('option', { name: /\(\d+\)/ })).toBeNull()
})

test('E27: empty fields of a form that the browser sent leave the address', async () => {
  const { location } = await renderRoutes(routes, '/winners?keyword=oak&category=&country=')
  await waitFor(() => expect(location()).toBe('/winners?keyword=oak'))
})

test('a choice is applied at once, on the first page', async () => {
  const { user, location } = await renderRoutes(routes, '/winners?current=3')
  await screen.findByRole('option', { name: 'Furniture (12)' })
  await user.selectOptions(await field('Category'), 'MOB')
  expect(location()).toBe('/winners?category=MOB')
  await waitFor(() => expect(asked.at(-1)).toEqual({ category: 'MOB', current: 1 }))
  expect(await field('Category')).toHaveFocus()
})

test('words are looked for when the typing rests, once, and the field keeps its focus', async () => {
  const { user, location } = await renderRoutes(routes, '/winners?award=gold')
  const words = await screen.findByRole('searchbox')
  await user.type(words, 'oak  chair ')
  expect(location()).toBe('/winners?award=gold')
  await waitFor(() => expect(location()).toBe('/winners?award=gold&keyword=oak++chair'))
  expect(words).toHaveFocus()
  expect(words).toHaveValue('oak  chair ')
  expect(asked.filter(({ keyword }) => keyword !== undefined)).toHaveLength(1)
})

test('the Enter key does not wait', async () => {
  const { user, location } = await renderRoutes(routes, '/winners')
  await user.type(await screen.findByRole('searchbox'), 'oak{Enter}')
  expect(location()).toBe('/winners?keyword=oak')
})

test('each filter in force can be taken away, and all of them', async () => {
  const { user, location } = await renderRoutes(routes, '/winners?award=gold&keyword=oak')
  const active = await screen.findByRole('list', { name: 'Filters in force' })
  await user.click(within(active).getByRole('link', { name: /Remove the search/ }))
  expect(location()).toBe('/winners?award=gold')
  expect(await screen.findByRole('searchbox')).toHaveValue('')
  await user.click(screen.getByRole('link', { name: 'Clear all' }))
  expect(location()).toBe('/winners')
  expect(screen.queryByRole('list', { name: 'Filters in force' })).not.toBeInTheDocument()
})

test('how many works there are is announced', async () => {
  await renderRoutes(routes, '/winners?award=gold')
  await waitFor(() => expect(screen.getAllByRole('status')[0]).toHaveTextContent('0 works'))
})

test('what can name nothing is not asked for, and leaves a way out', async () => {
  await renderRoutes(routes, '/winners?country=Atlantis')
  expect(await screen.findByRole('link', { name: 'All winners' })).toHaveAttribute(
    'href',
    '/winners',
  )
  expect(await field('Country')).toHaveValue('Atlantis')
  expect(asked).toEqual([])
})
