import { api, connectClient } from '@awards/shared/client'
import { broadcasts, mailTexts, type Broadcast } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, renderRoutes, userOf } from '@awards/shared/testing'
import { screen, waitFor } from '@testing-library/react'
import { routes } from '../routes.tsx'
import prepared from './prepared-texts.json'

const edition = { id: '7', code: 'GA27-1', name: 'Season 1' }
const figures = {
  people: 10,
  waiting: 4,
  underway: 1,
  failing: 1,
  sent: 3,
  bounced: 1,
  lost: 0,
  skipped: { opted_out: 1, bounced: 0, left: 0 },
}
const broadcast: Broadcast = {
  broadcast_id: '5',
  audience: 'drafts',
  edition,
  category: null,
  language: null,
  subject: 'Hello',
  state: 'sending',
  starts_at: '2027-01-05T09:00:00Z',
  done_at: null,
  changed_by: 'Mireille Aubanel',
  changed_at: '2027-01-05T08:00:00Z',
  figures,
  texts: prepared.drafts,
  version: 3,
}
const choices = { editions: [edition], categories: [], edition_id: '7', per_minute: 60 }

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(broadcasts.broadcasts, () => ({ ...choices, list: [broadcast] }))
  answer(broadcasts.broadcast, () => broadcast)
  answer(broadcasts.audience, () => ({
    people: 12,
    opted_out: 2,
    bounced: 1,
    languages: { en: 6, fr: 4, zh: 2 },
  }))
})
afterEach(() => restore())

async function open(address = '') {
  const site = await renderRoutes(routes, `/organiser?view=mails${address}`)
  site.store.dispatch(sessionReady({ ...userOf(0), rights: ['organise'] }))
  return site
}

test('a broadcast under way tells what became of each mail, and can be stopped', async () => {
  const stopped: unknown[] = []
  answer(broadcasts.stopBroadcast, (input) => {
    stopped.push(input)
    return { state: 'stopped' as const }
  })
  const { user } = await open('&broadcast=5')
  expect(await screen.findByText('Refused: no such address')).toBeInTheDocument()
  expect(screen.getByText('Left out: opted out')).toBeInTheDocument()
  expect(screen.queryByText('Given up')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await screen.findByText('Stopped. Nothing leaves any more.')
  expect(stopped).toEqual([{ broadcast_id: '5' }])
})

test('a prepared text follows the audience until it is written over; sending says how many and how long', async () => {
  const saved: unknown[] = []
  answer(broadcasts.saveBroadcast, (input) => {
    saved.push(input)
    return { broadcast_id: '9', version: 1 }
  })
  const { user } = await open('&new=1&audience=drafts&text=extended&edition=GA27-1')
  const subject = await screen.findByLabelText('Subject, English')
  expect(subject).toHaveValue(prepared.extended.en.subject)
  expect(await screen.findByText('9 people get this mail.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Send …' }))
  expect(
    await screen.findByText(/^9 people get this mail\. It takes about 1 min\./),
  ).toBeInTheDocument()
  await waitFor(() =>
    expect(saved).toMatchObject([
      { audience: 'drafts', edition_id: '7', texts: prepared.extended },
    ]),
  )
})

test.each(['Text, French', 'Subject, English'])(
  'another audience brings its prepared text, and none once “%s” is written',
  async (label) => {
    const { user } = await open('&new=1&audience=drafts')
    const choose = async (audience: string) => {
      await user.click(await screen.findByRole('combobox', { name: 'Who is written to' }))
      await user.click(await screen.findByTitle(audience))
    }
    await choose('Handed in and unpaid')
    const body = screen.getByLabelText('Text, English')
    await waitFor(() => expect(body).toHaveValue(prepared.unpaid.en.body))
    const field = screen.getByLabelText(label)
    await user.clear(field)
    await user.type(field, 'Bonjour')
    await choose('Jurors with entries left')
    await waitFor(() => expect(screen.queryByText('{{entry}}')).toBeNull())
    expect(field).toHaveValue('Bonjour')
    expect(body).toHaveValue(prepared.unpaid.en.body)
  },
)

test('a draft that is opened again is saved as it is written now', async () => {
  answer(broadcasts.broadcast, () => ({ ...broadcast, state: 'draft' as const, starts_at: null }))
  const saved: unknown[] = []
  answer(broadcasts.saveBroadcast, (input) => {
    saved.push(input)
    return { broadcast_id: '5', version: 3 + saved.length }
  })
  const { user } = await open('&broadcast=5')
  const subject = await screen.findByLabelText('Subject, English')
  await user.clear(subject)
  await user.type(subject, 'Corrected')
  await user.click(screen.getByRole('button', { name: 'Keep as a draft' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const { en, ...others } = prepared.drafts
  const target = { audience: 'drafts', edition_id: '7', category_id: null, language: null }
  const texts = { ...others, en: { ...en, subject: 'Corrected' } }
  expect(saved).toEqual([{ ...target, texts, broadcast_id: '5', version: 3 }])
})

test('a text that is being written stays when a newer version is fetched, and is saved after the one it began with', async () => {
  const original = { subject: 'Welcome', body: 'Hello.' }
  const text = { original, written: null, required: [] }
  const version = (id: string) => ({
    id,
    language: 'en' as const,
    changed_at: '2027-01-05T08:00:00Z',
    changed_by: `Author ${id}`,
    parts: { subject: `Version ${id}`, body: 'Hi.' },
  })
  let newest = version('1')
  const saved: unknown[] = []
  answer(mailTexts.mail, () => ({
    template: 'welcome',
    title: 'Welcome',
    edited: ['en' as const],
    changed_at: null,
    changed_by: null,
    variables: ['name'],
    texts: { en: { ...text, written: newest.parts }, fr: text, zh: text },
    versions: [newest],
  }))
  answer(mailTexts.saveMail, (input) => {
    saved.push(input)
    return { changed: true }
  })
  const { user, store } = await open('&part=texts&mail=welcome')
  const subject = await screen.findByLabelText('Subject')
  expect(subject).toHaveValue('Version 1')
  await user.clear(subject)
  await user.type(subject, 'Mine')
  newest = version('2')
  store.dispatch(api.util.invalidateTags(['organiser']))
  await screen.findByText(/Author 2: English/)
  expect(screen.getByLabelText('Subject')).toHaveValue('Mine')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toMatchObject([{ after: '1', parts: { subject: 'Mine' } }]))
  // Nothing is typed any more, so what was fetched meanwhile is shown.
  await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveValue('Version 2'))
})
