import { entries, type EntryFile } from '@awards/shared/contract'
import { answer, renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import { answerOpenCall, paidEntry } from '../common/owner-entry.fixture.ts'
import { routes } from '../routes.tsx'
import './steps.page.tsx'

let end: () => void
beforeEach(() => {
  end = answerOpenCall()
})
afterEach(() => end())

const answers = {
  title: 'Chair of Anne Lefèvre',
  summary: 'One plank of ash.',
  designers: [{ name: 'Anne Lefèvre' }],
  company: 'Studio Brumaire',
}

test('E23: a text that names designers or studio says so before the jury reads it', async () => {
  answer(entries.info, () => ({ ...paidEntry, answers }))
  const { user } = await renderRoutes(routes, '/steps?id=7&step=2')
  expect(await screen.findByText(/^Jurors read this without.*: Anne Lefèvre\.$/)).toBeVisible()

  await user.type(screen.getByLabelText(/^Summary/), ' By studio Brumaire.')
  expect(await screen.findByText(/Leave out: studio Brumaire\.$/)).toBeVisible()
})

test('E7: step 3 says that jurors see neither the PDF nor the film', async () => {
  const pdf: EntryFile = {
    file_id: '9',
    kind: 'pdf',
    sort: 0,
    alt: '',
    credit: null,
    picture: null,
    original_name: 'sheet.pdf',
  }
  answer(entries.info, () => ({ ...paidEntry, files: [pdf] }))
  await renderRoutes(routes, '/steps?id=7&step=3')
  expect(await screen.findByText(/^Jurors do not see the PDF/)).toBeVisible()
  expect(screen.getByText(/Jurors do not see it, since it may name you/)).toBeVisible()
})
