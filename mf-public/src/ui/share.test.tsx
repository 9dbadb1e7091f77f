import { startI18n } from '@awards/shared/i18n'
import { registerNamespace } from '@awards/shared/i18n'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { Share } from './share.tsx'

beforeEach(async () => {
  void registerNamespace('public', (language) => import(`../locales/${language}.json`))
  await startI18n('en')
})

const show = async () => {
  const user = userEvent.setup()
  render(
    <Suspense>
      <Share path="/winners/2" title="Ondine" text="A chair in one line." />
    </Suspense>,
  )
  await screen.findByRole('heading', { name: 'Pass it on' })
  return user
}

test('copies the link and says so', async () => {
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText('The link is copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('http://localhost/winners/2')
})

test('shows the link for copying by hand when the browser refuses', async () => {
  const user = await show()
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByRole('textbox', { name: 'Link to this page' })).toHaveValue(
    'http://localhost/winners/2',
  )
})

test('offers the share dialog of the device where there is one', async () => {
  const share = jest.fn(() => Promise.resolve())
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(share).toHaveBeenCalledWith({
    title: 'Ondine',
    text: 'A chair in one line.',
    url: 'http://localhost/winners/2',
  })
  Reflect.deleteProperty(navigator, 'share')
})

test('puts title, text and link into the mail', async () => {
  await show()
  const mail = screen.getByRole('link', { name: 'Send by mail' }).getAttribute('href')
  expect(new URL(mail ?? '').searchParams.get('subject')).toBe('Ondine')
  expect(new URL(mail ?? '').searchParams.get('body')).toBe(
    'A chair in one line.\n\nhttp://localhost/winners/2',
  )
})
