import { publication } from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import { routes } from '../routes.tsx'

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
})
afterEach(() => restore())

const FIRST = { version: '1', effective_at: '2027-09-01' }
const SECOND = { version: '2', effective_at: '2028-09-01' }

/** Answers with the versions, those in force named. */
const published = (all: (typeof FIRST)[], inForce: readonly string[] = []) =>
  answer(publication.regulations, (input) => {
    const asked = (input as { version?: string }).version
    const [first = FIRST] = all
    return {
      ...(all.find(({ version }) => version === asked) ?? first),
      versions: all.map((one) => ({ ...one, is_effective: inForce.includes(one.version) })),
      chapters: [{ number: 1, title: 'Who may enter', html: '<p>Everybody.</p>' }],
      pdf_url: null,
    }
  })

const open = async (at: string) => {
  await renderRoutes(routes, at)
  await screen.findByRole('heading', { name: 'Who may enter' })
}

test('regulations that are only announced are not said to be in force', async () => {
  published([FIRST, SECOND])
  await open('/regulations')
  expect(
    screen.getByText('This version is announced and comes into force on 1 September 2027'),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: /Version 1/ })).toHaveTextContent('From 1 September 2027')
  expect(screen.queryByText(/in force since|In force/)).toBeNull()
})

test('a later version that is announced has no version in force beside it before the first', async () => {
  published([FIRST, SECOND])
  await open('/regulations?version=2')
  expect(
    screen.getByText('This version is announced and comes into force on 1 September 2028'),
  ).toBeVisible()
  expect(screen.queryByText(/In force|in force since|The regulations in force/)).toBeNull()
})

test('the version in force says since when, and the others what they are', async () => {
  published([FIRST, SECOND], ['1'])
  await open('/regulations')
  expect(screen.getByText('Version 1, in force since 1 September 2027')).toBeVisible()
  expect(screen.getByText('In force')).toBeVisible()
})

test.each([
  ['2', [FIRST, SECOND], ['1'], /announced and comes into force on 1 September 2028/],
  ['1', [SECOND, FIRST], ['1', '2'], /an earlier version, in force from 1 September 2027/],
])('version %s leads to the one in force', async (version, all, inForce, notice) => {
  published(all, inForce)
  await open(`/regulations?version=${version}`)
  expect(screen.getByText(notice)).toBeVisible()
  expect(screen.getByText(/^In force today: version/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'The regulations in force' })).toBeVisible()
})
