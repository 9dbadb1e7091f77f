import { connectClient } from '@awards/shared/client'
import { organiser, type TeamMember } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, refuse, renderRoutes, userOf } from '@awards/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { routes } from '../routes.tsx'

const mireille: TeamMember = {
  user_id: '1',
  name: 'Mireille Aubanel',
  email: 'mireille@example.org',
  rights: [
    { right: 'organise', given_by: null, given_at: '2026-11-01T08:00:00Z' },
    { right: 'admit', given_by: 'Ada Marin', given_at: '2026-11-02T08:00:00Z' },
  ],
  is_self: true,
  is_resting: false,
}

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(organiser.team, () => ({ list: [mireille] }))
})
afterEach(() => restore())

async function open() {
  const site = await renderRoutes(routes, '/organiser?view=team')
  site.store.dispatch(sessionReady({ ...userOf(0), rights: ['organise'] }))
  return site
}

test('a right is given, and a refusal is read in the dialog', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Give a right' }))
  const dialog = await screen.findByRole('dialog')
  refuse(organiser.giveRight, 409, 'This person takes part.', { reason: 'HAS_ENTRIES' })
  await user.type(within(dialog).getByLabelText(/E-mail address/), 'ada@example.org')
  await user.click(within(dialog).getByRole('button', { name: 'Give a right' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This person takes part.')

  const sent: unknown[] = []
  answer(organiser.giveRight, (input) => {
    sent.push(input)
    return { changed: true }
  })
  await user.click(within(dialog).getByRole('button', { name: 'Give a right' }))
  await waitFor(() => expect(sent).toEqual([{ email: 'ada@example.org', right: 'admit' }]))
})

test('a right is taken back after a question that names it', async () => {
  const sent: unknown[] = []
  answer(organiser.takeRight, (input) => {
    sent.push(input)
    return { changed: true }
  })
  const { user } = await open()
  const name = 'Take back “Admit entries” from Mireille Aubanel'
  await user.click(await screen.findByRole('button', { name }))
  const dialog = await screen.findByRole('dialog', { name })
  expect(dialog).toHaveTextContent('You lose it at once')
  await user.click(within(dialog).getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(sent).toEqual([{ user_id: '1', right: 'admit' }]))
})
