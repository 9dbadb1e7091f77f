import { removeToken, storeToken } from '@awards/shared/client'
import { entries, uploads, type EntryFile, type FormQuestion } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, refuse, renderRoutes, userOf } from '@awards/shared/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import { answerOpenCall, paidEntry } from '../common/owner-entry.fixture.ts'
import { routes } from '../routes.tsx'
import '../steps/steps.page.tsx'

// Sends nothing, and all of it has arrived.
jest.mock('tus-js-client', () => ({
  Upload: class {
    start: () => void
    constructor(_file: File, { onSuccess }: { onSuccess: () => void }) {
      this.start = onSuccess
    }
    abort = async () => undefined
  },
}))

let end: () => void
beforeEach(() => {
  end = answerOpenCall()
})
afterEach(() => {
  end()
  removeToken()
  jest.restoreAllMocks()
})

const pdf = () => new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' })
const question: FormQuestion = {
  code: 'plan',
  kind: 'file',
  label: 'Plan',
  help: null,
  required: false,
  choices: [],
  file_kinds: ['pdf'],
  jurors: 'shown',
  public: true,
}

/** A draft on one of its steps. Uploads outlive the page, so each test has an entry of its own. */
async function show(id: string, step: number, files: EntryFile[] = []) {
  const draft = { ...paidEntry, entry_status: 0 as const, entry_status_text: 'draft' as const }
  answer(entries.info, () => ({ ...draft, apply_order_id: id, files, questions: [question] }))
  const site = await renderRoutes([{ path: '/blank', element: null }, ...routes], '/blank')
  act(() => void site.store.dispatch(sessionReady(userOf(0))))
  await act(() => site.go(`/steps?id=${id}&step=${step}`))
  return site
}

async function choose(label: string, file: File) {
  const input = await screen.findByLabelText(label, { selector: 'input[type=file]' })
  fireEvent.change(input, { target: { files: [file] } })
}

test.each([
  [422, { file: ['This file is not a PDF. Please export it as PDF and try again.'] }],
  [429, 'Too many uploads. Please wait until tomorrow.'],
])('a file answer that ended with %d is missed where the entry is submitted', async (code, msg) => {
  refuse(uploads.sign, code, msg)
  const site = await show(`7${code}`, 2)
  await choose('Plan', pdf())
  const [sentence = ''] = typeof msg === 'string' ? [msg] : msg.file
  expect(await screen.findByText(sentence)).toBeVisible()

  await act(() => site.go(`/steps?id=7${code}&step=5`))

  expect(await screen.findByText(/A file has not arrived\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'To the questions' })).toHaveAttribute(
    'href',
    `/steps?id=7${code}&step=2`,
  )
})

test('an upload that a new token has held goes on with the session of the same person', async () => {
  // Without a connection it stays as it is.
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const site = await show('71', 2)
  await choose('Plan', pdf())
  expect(await screen.findByText(/^Waiting its turn/)).toBeVisible()

  act(() => storeToken('changed'))
  const held = 'Goes on when you have signed in'
  expect(await screen.findByText(held)).toBeVisible()
  await act(async () => void site.store.dispatch(sessionReady({ ...userOf(0), id: '2' })))
  expect(screen.getByText(held)).toBeVisible()
  await act(async () => void site.store.dispatch(sessionReady(userOf(0))))
  expect(await screen.findByText(/^Waiting its turn/)).toBeVisible()
})

test('a file that the entry has is recognised, also where another entry had it first', async () => {
  answer(uploads.sign, () => ({
    file_id: '13',
    url: '/files/upload/a',
    resume_url: '/files/resume/a',
    expires_at: '2027-11-25T12:00:00.000Z',
  }))
  answer(uploads.finish, () => ({
    file_id: '13',
    kind: 'pdf' as const,
    picture: null,
    original_name: 'plan.pdf',
    duplicate_of: '11',
    duplicates: ['11', '12'],
    similar_to: null,
  }))
  const own = { file_id: '12', kind: 'pdf', sort: 0, alt: '', credit: null } as const
  await show('72', 3, [{ ...own, picture: null, original_name: 'plan.pdf' }])
  await choose('Choose files', pdf())
  expect(await screen.findByText('This picture is already part of the entry.')).toBeVisible()
})
