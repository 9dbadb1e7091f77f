import { startI18n } from '@awards/shared/i18n'
import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { Countdown } from './clock.tsx'

const UNTIL = '2027-01-24T22:59:59Z'
const tree = (
  <Suspense>
    <Countdown until={UNTIL} over="Over" />
  </Suspense>
)

beforeAll(() => startI18n('en'))
afterEach(() => void jest.useRealTimers())

const at = (moment: string) => jest.useFakeTimers({ now: Date.parse(moment) })

test('the server writes the deadline, never a time left that would be wrong when it is read', () => {
  at('2027-01-23T22:59:58Z')
  const html = renderToString(tree)
  expect(html).toContain('24 January 2027 at 23:59 CET')
  expect(html).not.toMatch(/>\d\d</)
})

test('the browser takes that over without a difference, then counts', async () => {
  at('2027-01-23T21:59:58Z')
  const container = document.createElement('div')
  container.innerHTML = renderToString(tree)
  document.body.append(container)
  const differences: unknown[] = []
  const root = await act(async () =>
    hydrateRoot(container, tree, { onRecoverableError: (error) => differences.push(error) }),
  )
  expect(differences).toEqual([])
  expect(container.textContent).toContain('01days01hours00minutes01seconds')
  await act(async () => jest.advanceTimersByTime(2000))
  expect(container.textContent).toContain('01days00hours59minutes59seconds')
  await act(async () => root.unmount())
  container.remove()
})

test('a clock that is wrong here does not matter where the server has said its own', () => {
  at('2020-01-01T00:00:00Z')
  render(<Countdown until={UNTIL} serverNow="2027-01-24T21:59:59Z" />)
  expect(screen.getByRole('img')).toHaveAccessibleName('0 days and 1 hour left')
})

test('once the moment has passed it says so', () => {
  at('2027-01-25T00:00:00Z')
  render(tree)
  expect(screen.getByText('Over')).toBeVisible()
})
