import { connectClient } from '@awards/shared/client'
import { account, type Output, type Profile as ProfileData, session } from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes, userOf } from '@awards/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import '../../routes.tsx'
import { Profile } from './profile.tsx'

const profile: ProfileData = {
  first_name: 'Ada',
  last_name: 'Marin',
  company: 'Aoi Works',
  school: '',
  job_title: '',
  country: 'FR',
  area_code: '',
  phone: '',
  language: 'en',
  newsletter: false,
  email: 'ada@example.org',
  account_type: 1,
  billing: null,
  consents: [],
  created_at: '2026-11-01T10:00:00.000Z',
}

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(account.profile, () => profile)
  answer(session.getUserInfo, () => userOf(0))
})
afterEach(() => restore())

/** Opens the form of the address; `press` is a press on one of its buttons. */
async function openEmailForm() {
  const { user } = await renderRoutes([{ path: '/', element: <Profile /> }], '/')
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  await press('Change the e-mail address')
  await user.keyboard('ada@new.example.org')
  return { user, press, field: (name: string) => screen.getByLabelText(name) }
}

/** Asks for a code, whose answer waits for `arrive`. */
async function askForCode() {
  const answered = Promise.withResolvers<Output<typeof session.verifyCode>>()
  answer(session.verifyCode, () => answered.promise)
  const form = await openEmailForm()
  await form.press('Send code')
  return { ...form, arrive: () => act(async () => answered.resolve({ resend_after: 60 })) }
}

test('a code that was sent has its field focused', async () => {
  const { field, arrive } = await askForCode()
  await arrive()
  await waitFor(() => expect(field('Code from the e-mail')).toHaveFocus())
})

test('a code that is sent late does not take the focus from the password', async () => {
  const { user, field, arrive } = await askForCode()
  await user.type(field('Your password'), 'Garance-')
  await arrive()
  await screen.findByRole('button', { name: /^Again in/ })
  await user.keyboard('2027')
  expect(field('Your password')).toHaveValue('Garance-2027')
  expect(field('Code from the e-mail')).toHaveValue('')
})

/** Sends the form of the address, whose answer waits for `arrive`. */
async function sendEmail() {
  const answered = Promise.withResolvers<Output<typeof account.changeEmail>>()
  answer(account.changeEmail, () => answered.promise)
  const { user, press, field } = await openEmailForm()
  await user.type(field('Code from the e-mail'), '123456')
  await user.type(field('Your password'), 'Garance-2027')
  await press('Change the address')
  const email = 'ada@new.example.org'
  return { user, press, field, arrive: () => act(async () => answered.resolve({ email })) }
}

const emailButton = () => screen.findByRole('button', { name: 'Change the e-mail address' })

test('a saved section gives the focus back to its button', async () => {
  const { arrive } = await sendEmail()
  await arrive()
  expect(await emailButton()).toHaveFocus()
})

test('a section that is saved late does not take the focus from another one', async () => {
  const { user, press, field, arrive } = await sendEmail()
  await press('Change your details')
  await user.clear(field('First name'))
  await user.type(field('First name'), 'Ad')
  await arrive()
  await emailButton()
  await user.keyboard('eline')
  expect(field('First name')).toHaveValue('Adeline')
})
