import { connectClient, readToken } from '@awards/shared/client'
import { auditDesk, people, type DataRequest, type Person } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, refuse, renderRoutes, userOf } from '@awards/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { routes } from '../routes.tsx'

const agnes: Person = {
  user_id: '7',
  name: 'Agnès Sillon',
  email: 'agnes@sillon.example.org',
  company: 'Agence Sillon',
  country: 'FR',
  account_type: 2,
  language: 'fr',
  created_at: '2026-03-01T08:00:00Z',
  last_login_at: '2026-11-02T08:00:00Z',
  is_address_unproven: false,
  locked_until: '2099-01-01T08:00:00Z',
  sessions: 2,
  rights: [],
  jury: null,
  office: null,
  entries: [],
  orders: [],
  mails: [
    {
      mail_id: '1',
      template: 'welcome',
      title: 'Welcome',
      state: 'failing',
      created_at: '2026-03-01T08:00:00Z',
      sent_at: null,
    },
    {
      mail_id: '2',
      template: 'welcome',
      title: 'Reminder',
      state: 'sent',
      created_at: '2026-03-02T08:00:00Z',
      sent_at: '2026-03-02T08:00:01Z',
      soft_bounces: 2,
    },
  ],
  export: null,
}

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(people.people, () => ({
    list: [
      {
        user_id: agnes.user_id,
        name: agnes.name,
        email: agnes.email,
        company: agnes.company,
        country: 'FR',
        is_juror: false,
        rights: [],
        entries: 3,
        last_login_at: null,
        found: { by: 'order' as const, words: 'AB270131K7Q2' },
      },
    ],
    is_cut: false,
  }))
  answer(people.person, () => agnes)
  answer(people.dataRequests, () => ({ list: [] }))
  answer(auditDesk.audit, () => ({ list: [], next: null, person: null }))
})
afterEach(() => restore())

async function open(address = '') {
  const site = await renderRoutes(routes, `/organiser?view=people${address}`)
  site.store.dispatch(sessionReady({ ...userOf(0), rights: ['organise'] }))
  return site
}

test('a search finds somebody by what is theirs, and leads to their story', async () => {
  const { user } = await open()
  const list = await screen.findByRole('list', { name: 'People' })
  expect(list).toHaveTextContent('by the order AB270131K7Q2')
  await user.click(within(list).getByRole('link', { name: 'Agnès Sillon' }))
  expect(await screen.findByRole('heading', { name: 'Agnès Sillon' })).toBeVisible()
  expect(screen.getByText('Not delivered yet')).toBeVisible()
  expect(screen.getByText('2 notices of a delay')).toBeVisible()
})

test('an account that is shut is opened by one press', async () => {
  const sent: unknown[] = []
  answer(people.unlockAccount, (input) => {
    sent.push(input)
    return { changed: true }
  })
  const { user } = await open('&person=7')
  await user.click(await screen.findByRole('button', { name: 'Unlock' }))
  await waitFor(() => expect(sent).toEqual([{ user_id: '7' }]))
})

test('the account of a juror is closed to all that would open it, and the page says why', async () => {
  answer(people.person, () => ({ ...agnes, office: 'jury' as const }))
  await open('&person=7')
  expect(await screen.findByText(/marks stay with the jury/)).toBeVisible()
  for (const name of [/See the site/, /Correct the address/, /Erase the account/]) {
    expect(screen.getByRole('button', { name })).toBeDisabled()
  }
})

test('an address that is taken is named in its field, and the dialog keeps what was written', async () => {
  refuse(people.correctEmail, 422, { email: ['Another account uses this address.'] })
  const { user } = await open('&person=7')
  await user.click(await screen.findByRole('button', { name: 'Correct the address' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Right address'), 'right@example.org')
  await user.type(within(dialog).getByLabelText('Reason'), 'Mistyped at registration')
  await user.click(within(dialog).getByRole('button', { name: 'Correct the address' }))
  expect(await within(dialog).findByText('Another account uses this address.')).toBeVisible()
  expect(within(dialog).getByLabelText('Reason')).toHaveValue('Mistyped at registration')
  expect(readToken()).toBeUndefined()
})

const asked: DataRequest = {
  request_id: '3',
  kind: 'erasure',
  person: { user_id: '7', name: agnes.name, email: agnes.email },
  way: 'letter',
  received_on: '2026-01-10',
  due_on: '2026-02-10',
  state: 'open',
  obstacle: 'PAYMENT_OPEN',
  kept: [],
  note: 'Letter with a copy of the passport',
  by: 'Nadia Ferrand',
  ended_at: null,
}

test('requests about data say when an answer was due and what keeps one back; one is closed with what was told', async () => {
  const sent: unknown[] = []
  answer(people.dataRequests, () => ({
    list: [
      asked,
      {
        ...asked,
        request_id: '4',
        state: 'done' as const,
        person: null,
        kept: ['invoices'],
        obstacle: null,
      },
    ],
  }))
  answer(people.refuseDataRequest, (input) => {
    sent.push(input)
    return { done: true as const }
  })
  const { user } = await open('&part=requests')
  const list = await screen.findByRole('list', { name: 'Requests about data' })
  const [first, second] = within(list).getAllByRole('listitem')
  expect(first).toHaveTextContent(/Agnès Sillon.*by letter.*A payment is under way.*Was due on 10/)
  expect(second).toHaveTextContent(/Erased account.*the law keeps them for 10 years/)
  await user.click(within(list).getByRole('button', { name: 'Close without doing it' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('What you wrote, and when'), 'By mail, 3 March')
  await user.click(within(dialog).getByRole('button', { name: 'Close without doing it' }))
  await waitFor(() => expect(sent).toEqual([{ request_id: '3', reason: 'By mail, 3 March' }]))
})

test('a copy for somebody says how and when it was asked for', async () => {
  const sent: unknown[] = []
  answer(people.exportPerson, (input) => {
    sent.push(input)
    return { done: true as const }
  })
  const { user } = await open('&person=7')
  await user.click(await screen.findByRole('button', { name: /copy of the data/ }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Reason'), 'Asked for it by mail')
  await user.click(within(dialog).getByRole('button', { name: /copy of the data/ }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        user_id: '7',
        way: 'mail',
        received_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        reason: 'Asked for it by mail',
      },
    ]),
  )
})
