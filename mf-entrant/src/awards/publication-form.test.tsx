import { entries, type Output } from '@awards/shared/contract'
import { answer, refuse, renderRoutes } from '@awards/shared/testing'
import { screen, waitFor } from '@testing-library/react'
import { answerOpenCall, paidEntry } from '../common/owner-entry.fixture.ts'
import '../routes.tsx'
import { PublicationForm } from './publication-form.tsx'

let end: () => void
beforeEach(() => {
  end = answerOpenCall()
})
afterEach(() => end())

test('what another window wrote is in the form after the merge, so that the next key keeps it', async () => {
  const names = { winner_name: 'Atelier', certificate_name: 'Anne' }
  const theirs = { ...paidEntry, version: 7, winning_info: { ...names, bio: 'Written elsewhere' } }
  answer(entries.info, () => theirs)
  refuse(entries.winningInfoEdit, 409, 'Changed elsewhere')
  const info = { ...paidEntry, winning_info: names }
  const form = <PublicationForm info={info} goTo={() => undefined} />
  const { user } = await renderRoutes([{ path: '/', element: form }], '/')
  const credits = await screen.findByLabelText(/^Credits/)
  const bio = screen.getByLabelText(/^About you/)
  await user.type(credits, 'Mine')
  const saved: unknown[] = []
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
