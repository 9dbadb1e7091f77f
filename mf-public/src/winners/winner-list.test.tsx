import {
  publication,
  publicationAdded,
  type AwardLevel,
  type WinnerCard,
} from '@awards/shared/contract'
import { answer, answerCalls, refuse, renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import { routes } from '../routes.tsx'
import { facets } from './winners.fixture.ts'

const gold: AwardLevel = {
  id: '3',
  code: 'gold',
  name: 'Gold',
  description: '',
  rank: 3,
  colour: '#a5812e',
  min_score: 75,
}
const winner = (id: string): WinnerCard => ({
  apply_order_id: id,
  entry_no: `GA26-MOB-${id}`,
  title: `Work ${id}`,
  designers: 'Ada Marin',
  company: null,
  country: 'FR',
  cover: null,
  award: gold,
  category: { id: '1', code: 'MOB', name: 'Furniture' },
  section: { id: '1', code: 'professional', name: 'Professional' },
  edition: { id: '1', code: 'GA26-1', name: '2026', year: 2026 },
})

let asked: Record<string, unknown>[] = []
let restore = () => {}
beforeEach(() => {
  asked = []
  restore = answerCalls()
  answer(publication.banner, () => [])
  answer(publication.indexWinnerList, () => ({ list: [], total: 0, current: 1, pageSize: 3 }))
  answer(publicationAdded.winnerFacets, () => facets)
  answer(publication.winnerList, (input) => {
    const { current, pageSize, ...filters } = input as { current: number; pageSize: number }
    asked.push({ ...filters, current })
    return { list: [winner(String(current))], total: 40, current, pageSize }
  })
})
afterEach(() => restore())

test('an award narrows the list down in the address and in the call', async () => {
  const { user, location } = await renderRoutes(routes, '/winners?country=FR&current=2')
  expect(await screen.findByRole('link', { name: /Work 2/ })).toHaveAttribute('href', '/winners/2')

  await user.click(await screen.findByRole('link', { name: 'Gold' }))

  expect(await screen.findByRole('link', { name: /Work 1/ })).toBeVisible()
  expect(location()).toBe('/winners?award=gold&country=FR')
  expect(asked.at(-1)).toEqual({ country: 'FR', award: 'gold', current: 1 })
})

test('the next page keeps the filters', async () => {
  const { user, location } = await renderRoutes(routes, '/winners?award=gold')
  await user.click(await screen.findByRole('link', { name: /Next/ }))
  expect(await screen.findByRole('link', { name: /Work 2/ })).toBeVisible()
  expect(location()).toBe('/winners?award=gold&current=2')
})

test('a filter the server does not know leaves a way out', async () => {
  refuse(publication.winnerList, 422, { country: ['Give a country code such as FR'] })
  await renderRoutes(routes, '/winners?country=nowhere')
  expect(await screen.findByRole('link', { name: 'All winners' })).toHaveAttribute(
    'href',
    '/winners',
  )
})

test('a work that is not public has a page that says so', async () => {
  refuse(publication.winnerInfo, 404, 'Not found')
  await renderRoutes(routes, '/winners/999')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
    'This work is not on show',
  )
})
