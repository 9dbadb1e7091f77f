import { connectClient } from '@awards/shared/client'
import { judge, jurySeat, publication, subJudge, subjudges } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, chair, renderRoutes } from '@awards/shared/testing'
import { screen, within } from '@testing-library/react'
import { routes } from '../routes.tsx'

let restore = () => {}
let asked: Record<string, unknown>[] = []
let told: string[] = []

beforeEach(() => {
  restore = answerCalls()
  asked = []
  told = []
  connectClient({ notify: (text) => told.push(text), navigate: () => undefined })
  const note = (input: unknown) => asked.push(input as Record<string, unknown>)
  answer(judge.getPhase, () => ({ current: null, list: [] }))
  answer(subjudges.getPhase, () => ({ current: null, list: [] }))
  answer(publication.category, () => [])
  answer(judge.getAgentCode, () => [])
  answer(jurySeat.agreement, () => ({
    version: '2027',
    title: 'Agreement',
    html: '',
    affiliations: [],
    email_domains: [],
    signed_at: '2027-02-01T10:00:00Z',
  }))
  answer(judge.judgeEntryList, (input) => {
    note(input)
    return { list: [], total: 0, current: 1, pageSize: 50 }
  })
  answer(subJudge.subJuryAwardList, (input) => {
    note(input)
    const { current = 1, pageSize = 12 } = input as { current?: number; pageSize?: number }
    const progress = { assigned: 14, submitted: 0, draft: 0, recused: 0, abstained: 0 }
    return { list: [], total: 14, current, pageSize, progress, recheck: [] }
  })
})
afterEach(() => restore())

async function open(address: string) {
  const site = await renderRoutes(routes, address)
  site.store.dispatch(sessionReady(chair))
  return site
}

test('names, ignores and removes invalid filters when others are valid', async () => {
  proves('call judge/judgeEntryList')
  const wrong = 'keyword=%00&category_id=abc&sort=nonsense&is_show=7'
  const { user, location } = await open(`/juryreview?entry_status=40&density=compact&${wrong}`)
  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent(
    'The filters Category, Title or number, Public site, and Order of this address make no sense',
  )
  expect(await screen.findByText('No entry fits these filters')).toBeVisible()
  for (const input of asked) {
    expect(input).toMatchObject({ entry_status: '40' })
    expect(Object.keys(input)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(keyword|category_id|sort|is_show)$/)]),
    )
  }

  await user.click(within(notice).getByRole('button', { name: 'Clear Category' }))
  expect(location()).not.toMatch(/category_id/)
  expect(location()).toMatch(/keyword/)
  await user.click(within(notice).getByRole('button', { name: 'Clear the filters' }))
  expect(location()).toBe('/juryreview?density=compact')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(told).toEqual([])
})

test('shows no notice when all filters are valid', async () => {
  await open('/juryreview?keyword=chair&category_id=3&sort=-score&queue=undecided&is_show=0')
  expect(await screen.findByText('No entry fits these filters')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(asked).toContainEqual(expect.objectContaining({ keyword: 'chair', sort: '-score' }))
})

test('names invalid filters of a queue, and leads back when the page is beyond the last', async () => {
  proves('call subJudge/subJuryAwardList')
  const { user, location } = await open('/subjuryreview?state=lost&page=99')
  expect(await screen.findByRole('alert')).toHaveTextContent('The filter State of this address')
  expect(await screen.findByText('There is no page 99')).toBeVisible()
  expect(screen.getByText('This list has 2 pages.')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Go to page 2' }))
  expect(location()).toBe('/subjuryreview?state=lost&page=2')
  expect(told).toEqual([])
})

test.each(['1.5', '1e300', '-3', 'last'])(
  '%s is no page: the first one is asked for',
  async (page) => {
    await open(`/subjuryreview?page=${page}`)
    await screen.findByText('There is no page 1')
    expect(asked).toContainEqual(expect.objectContaining({ current: 1, pageSize: 12 }))
    expect(told).toEqual([])
  },
)
