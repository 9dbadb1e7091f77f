import { publication, publicationAdded } from '@awards/shared/contract'
import { answer, answerCalls, refuse, renderRoutes } from '@awards/shared/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { routes } from '../routes.tsx'

let sent: unknown[] = []
let restore = () => {}
beforeEach(() => {
  sent = []
  sessionStorage.clear()
  restore = answerCalls()
  answer(publication.contact, () => ({
    email: 'hello@example.org',
    press_email: 'press@example.org',
    phone: null,
    address: ['Paris'],
    hours: 'Monday',
    social: [],
  }))
  answer(publicationAdded.sendMessage, (input) => {
    sent.push(input)
    return { received_at: '2026-11-20T10:00:00Z' }
  })
})
afterEach(() => restore())

const TEXT = 'May I enter a work that is two years old?'
const open = () => renderRoutes(routes, '/contact')
type User = Awaited<ReturnType<typeof open>>['user']
const field = (name: string) => screen.getByRole('textbox', { name })

async function fillIn(user: User) {
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ada')
  await user.type(field('E-mail address'), 'ada@example.org')
  await user.type(field('Subject'), 'An old work')
  await user.type(field('Message'), TEXT)
}
const send = (user: User) => user.click(screen.getByRole('button', { name: /Send the message/ }))

test('shows errors at the fields and in a summary, and focuses the first wrong field', async () => {
  const { user } = await open()
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ada')
  await user.type(field('E-mail address'), 'ada')
  await send(user)

  expect(field('E-mail address')).toHaveFocus()
  expect(field('E-mail address')).toHaveAccessibleDescription(/name@studio\.com/)
  expect(field('Name')).not.toBeInvalid()
  expect(screen.getByText('3 things to put right')).toBeVisible()
  await user.click(screen.getByRole('link', { name: /^Message:/ }))
  expect(field('Message')).toHaveFocus()
  expect(sent).toEqual([])
})

test('sends a message once and clears the form for the next one', async () => {
  const { user } = await open()
  await fillIn(user)
  await send(user)

  expect(await screen.findByRole('heading', { name: 'Your message has arrived' })).toBeVisible()
  expect(screen.getByText(/answers to ada@example\.org/)).toBeVisible()
  expect(sent).toEqual([
    { name: 'Ada', email: 'ada@example.org', subject: 'An old work', message: TEXT, website: '' },
  ])
  await user.click(screen.getByRole('button', { name: 'Write another message' }))
  expect(field('Message')).toHaveValue('')
})

test('shows an error of the server at its field', async () => {
  refuse(publicationAdded.sendMessage, 422, { subject: ['Write this on one line'] })
  const { user } = await open()
  await fillIn(user)
  await send(user)

  await waitFor(() =>
    expect(field('Subject')).toHaveAccessibleDescription('Write this on one line'),
  )
  expect(field('Subject')).toHaveFocus()
  expect(field('Message')).toHaveValue(TEXT)
})

test('keeps the text and shows when to try again when the server answers 429', async () => {
  const limit = { reason: 'TOO_MANY_ATTEMPTS', retry_after: 600 }
  refuse(publicationAdded.sendMessage, 429, 'Too many attempts.', limit)
  const { user } = await open()
  await fillIn(user)
  await send(user)

  expect(await screen.findByText(/You can send this one at \d/)).toBeVisible()
  expect(field('Message')).toHaveValue(TEXT)
})

test('restores the text after a failure and a reload', async () => {
  refuse(publicationAdded.sendMessage, 500, 'Something went wrong.')
  const { user } = await open()
  await fillIn(user)
  await send(user)
  expect(await screen.findByText('Something went wrong.')).toBeVisible()

  cleanup()
  await open()
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue(TEXT)
})

test('hides the honeypot from people, the keyboard and screen readers', async () => {
  await open()
  await screen.findByRole('textbox', { name: 'Name' })
  const trap = document.querySelector('input[name="website"]')
  expect(trap).toHaveAttribute('tabindex', '-1')
  expect(screen.queryByRole('textbox', { name: 'Website' })).not.toBeInTheDocument()
})
