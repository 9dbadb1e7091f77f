import { entries, type Output, type OwnerEntryInfo } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, refuse, renderRoutes, userOf } from '@awards/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import type { Copies } from '../common/device-copy.ts'
import { answerOpenCall, paidEntry } from '../common/owner-entry.fixture.ts'
import '../routes.tsx'
import { PublicationForm } from './publication-form.tsx'
import type { PublicationValues } from './publication-saver.ts'

const mockHeld = new Map<string, unknown>()

// jsdom has no IndexedDB.
jest.mock('idb-keyval', () => ({
  get: async (key: string) => mockHeld.get(key),
  update: async (key: string, change: (value: unknown) => unknown) =>
    void mockHeld.set(key, change(mockHeld.get(key))),
  del: async (key: string) => void mockHeld.delete(key),
}))

/** A winner without a session in the test. */
const COPIES = 'award-copies::7'
const OLDER_COPY = 'award-draft::7'
const names = { winner_name: 'Atelier', certificate_name: 'Anne' }
const info = { ...paidEntry, version: 5, winning_info: { ...names, bio: 'Bio B' } }

let end: () => void
let saved: unknown[] = []
const copies = () => Object.values((mockHeld.get(COPIES) ?? {}) as Copies<PublicationValues>)
/** Opens the form on a device that keeps `answers` of a window in which `bio` was read. */
const open = (answers: PublicationValues, bio: string) => {
  const base = { version: 3, step: 0, answers: { ...names, bio }, files: [] }
  const at = '2027-12-01T10:00:00.000Z'
  mockHeld.set(COPIES, { earlier: { at, pending: { answers }, base } })
  return show()
}
const show = (own = info as OwnerEntryInfo) => {
  answer(entries.winningInfoEdit, (input) => {
    saved.push(input)
    return { version: 6, winner_fee_status: 1 }
  })
  const element = <PublicationForm info={own} goTo={() => undefined} />
  return renderRoutes([{ path: '/', element }], '/')
}

beforeEach(() => {
  mockHeld.clear()
  saved = []
  end = answerOpenCall()
})
afterEach(() => end())

test('a copy over which somebody wrote since asks which words count, and saves nothing until then', async () => {
  const { user } = await open({ bio: 'Bio A' }, '')
  await screen.findByText('This entry was changed in another window')
  expect(screen.getByLabelText(/^About you/)).toHaveValue('Bio A')
  await user.click(screen.getByRole('button', { name: 'Save and choose a package' }))
  await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'conflict'))
  expect(saved).toEqual([])
  expect(copies()).toMatchObject([{ pending: { answers: { bio: 'Bio A' } } }])
  await user.click(screen.getByRole('button', { name: 'Take all of the other window' }))
  expect(screen.getByLabelText(/^About you/)).toHaveValue('Bio B')
  expect(screen.queryByText('This entry was changed in another window')).toBeNull()
  await waitFor(() => expect(copies()).toEqual([]))
  expect(saved).toEqual([])
})

test('a copy over which nobody wrote is put back, says so, and is saved', async () => {
  await open({ credits: 'All of us' }, 'Bio read')
  expect(await screen.findByText(/^We put back what you wrote on/)).toBeVisible()
  expect(screen.getByLabelText(/^Credits/)).toHaveValue('All of us')
  const expected = { version: 5, info: { ...names, bio: 'Bio B', credits: 'All of us' } }
  await waitFor(() => expect(saved).toMatchObject([expected]), { timeout: 10_000 })
  await waitFor(() => expect(copies()).toEqual([]))
})

test('what another window keeps on this device stays when this one has saved', async () => {
  await open({ credits: 'All of us' }, 'Bio B')
  await screen.findByText(/^We put back what you wrote on/)
  const other = { at: '2027-12-01T11:00:00.000Z', pending: { answers: { bio: 'Unsaved' } } }
  mockHeld.set(COPIES, { ...(mockHeld.get(COPIES) as object), other })
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 10_000 })
  await waitFor(() => expect(copies()).toEqual([other]))
})

test('a copy of an older release, which does not say over what it was written, is asked', async () => {
  mockHeld.set(OLDER_COPY, { bio: 'Bio A', certificate_name: 'Anne' })
  const { user } = await show()
  await screen.findByText('This entry was changed in another window')
  expect(screen.getAllByRole('group').map((one) => one.textContent)).toEqual([
    expect.stringContaining('About you'),
  ])
  expect(mockHeld.has(OLDER_COPY)).toBe(false)
  expect(copies()).toMatchObject([{ pending: { answers: { bio: 'Bio A' } } }])
  await user.click(screen.getByRole('button', { name: 'Keep all mine' }))
  const expected = { version: 5, info: { ...names, bio: 'Bio A' } }
  await waitFor(() => expect(saved).toMatchObject([expected]), { timeout: 10_000 })
})

test('a copy of an older release is put back without a question where nothing was ever saved', async () => {
  mockHeld.set(OLDER_COPY, { ...names, bio: 'Bio A' })
  await show({ ...paidEntry, version: 5, winning_info: null })
  const expected = { version: 5, info: { ...names, bio: 'Bio A' } }
  await waitFor(() => expect(saved).toMatchObject([expected]), { timeout: 10_000 })
  expect(screen.queryByText('This entry was changed in another window')).toBeNull()
})

test.each([
  ['the owner', 'owner', userOf(0).email],
  ['no member of a studio', 'editor', ''],
] as const)('the press is given the address of %s', async (_name, role, email) => {
  const own = { ...paidEntry, winning_info: null, role }
  const element = <PublicationForm info={own} goTo={() => undefined} />
  const routes = [
    { path: '/', element: null },
    { path: '/form', element },
  ]
  const site = await renderRoutes(routes, '/')
  await act(async () => {
    site.store.dispatch(sessionReady(userOf(0)))
    await site.go('/form')
  })
  expect(await screen.findByLabelText(/^E-mail for the press/)).toHaveValue(email)
})

test('what another window wrote is in the form after the merge, so that the next key keeps it', async () => {
  const theirs = { ...paidEntry, version: 7, winning_info: { ...names, bio: 'Written elsewhere' } }
  answer(entries.info, () => theirs)
  refuse(entries.winningInfoEdit, 409, 'Changed elsewhere')
  const form = (
    <PublicationForm info={{ ...paidEntry, winning_info: names }} goTo={() => undefined} />
  )
  const { user } = await renderRoutes([{ path: '/', element: form }], '/')
  const credits = await screen.findByLabelText(/^Credits/)
  const bio = screen.getByLabelText(/^About you/)
  await user.type(credits, 'Mine')
  await waitFor(
    () => {
      expect(bio).toHaveValue('Written elsewhere')
      answer(entries.winningInfoEdit, (input) => {
        saved.push(input)
        return { version: 8 } as Output<typeof entries.winningInfoEdit>
      })
    },
    { timeout: 10_000 },
  )
  expect(credits).toHaveValue('Mine')
  await user.type(credits, '!')
  const expected = { info: { ...names, bio: 'Written elsewhere', credits: 'Mine!' } }
  await waitFor(() => expect(saved.at(-1)).toMatchObject(expected), { timeout: 10_000 })
})

test.each([
  ['a form that was never saved is filled in from the entry', null, 'Ada, Lead'],
  ['a field that the winner has emptied stays empty', names, ''],
])('%s', async (_name, winning_info, credits) => {
  const answers = { ...paidEntry.answers, designers: [{ name: 'Ada', role: 'Lead' }] }
  const own = { ...paidEntry, answers, winning_info }
  const element = <PublicationForm info={own} goTo={() => undefined} />
  await renderRoutes([{ path: '/', element }], '/')
  expect(await screen.findByLabelText(/^Credits/)).toHaveValue(credits)
})
