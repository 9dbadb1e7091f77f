import { api, BusinessError, connectClient } from '@awards/shared/client'
import { entries, judge, juryDesk, publication } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, chair, renderRoutes } from '@awards/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { routes } from '../../routes.tsx'
import { jurorEntry } from '../../score/juror-entry.fixture.ts'
import { phase } from '../chair.fixture.ts'

const report = (report_id: string, note: string) => ({
  report_id,
  file_id: null,
  note,
  at: '2026-11-30T10:00:00Z',
  closed_at: null,
})
const nothing = {
  texts: [] as { field: string; text: string }[],
  phrases: [] as string[],
  hidden_file_ids: [],
  files: [],
  reports: [report('31', 'The logo on the back')],
  version: 0,
}

let restore = () => {}
let sheet = nothing
let sent: unknown[] = []
beforeEach(() => {
  restore = answerCalls()
  sheet = nothing
  sent = []
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(judge.getPhase, () => ({ current: phase, list: [phase] }))
  answer(publication.category, () => [])
  answer(entries.info, () => jurorEntry)
  answer(juryDesk.identityReportList, () => ({ list: [], total: 0, current: 1, pageSize: 10 }))
  answer(juryDesk.redaction, () => sheet)
  answer(juryDesk.redact, (input) => {
    const given = juryDesk.redact.input.parse(input)
    sent.push(given)
    if (given.version !== sheet.version) {
      throw new BusinessError(409, 'This has changed in the meantime.', { reason: 'VERSION' })
    }
    return { version: given.version + 1 }
  })
})
afterEach(() => restore())

/** The sheet of an entry in its drawer; another organiser may change it meanwhile. */
async function open() {
  const { store, user } = await renderRoutes(routes, '/juryreview?view=sheets&redact=7')
  act(() => void store.dispatch(sessionReady(chair)))
  const field = await screen.findByLabelText('Words to black out')
  const reload = () => act(() => void store.dispatch(api.util.invalidateTags(['judging'])))
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { user, field, reload, press }
}

test('phrases outlast a new state of the sheet, also when the save is refused for it', async () => {
  sheet = { ...nothing, phrases: ['Old name'] }
  const { user, field, press, reload } = await open()
  await user.type(field, 'Garel')
  await press('Black out')
  await press('Show “Old name” again')
  await user.type(field, 'half a wo')
  sheet = { ...sheet, phrases: ['Old name', 'Brumaire'], version: 1 }
  await press('Save and close the reports')
  expect(await screen.findByText('Brumaire')).toBeVisible()
  expect(screen.getByText('Garel')).toBeVisible()
  expect(screen.queryByText('Old name')).toBeNull()
  expect(field).toHaveValue('half a wo')

  sheet = { ...sheet, phrases: ['Old name', 'Brumaire', 'Paris'], version: 2 }
  await reload()
  expect(await screen.findByText('Paris')).toBeVisible()
  await press('Save and close the reports')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toMatchObject([
    { phrases: ['Garel'], version: 0 },
    { phrases: ['Brumaire', 'Paris', 'Garel'], version: 2 },
  ])
})

test('closes the reports that are on screen, none that came since', async () => {
  const { press } = await open()
  expect(screen.getByText('The logo on the back')).toBeVisible()
  sheet = { ...nothing, reports: [...nothing.reports, report('32', 'The title')] }
  await press('Close the reports as they are')
  await waitFor(() => expect(sent).toMatchObject([{ report_ids: ['31'] }]))
})

test('without a report the sheet is saved as such; a phrase that stands in no text is told', async () => {
  const texts = [{ field: 'description', text: 'Made at Garel in Lyon.' }]
  sheet = { ...nothing, texts, reports: [] }
  const { user, field, press } = await open()
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.type(field, 'Garel{Enter}')
  expect(screen.queryByText('not in these texts')).toBeNull()
  await user.type(field, 'Garrel{Enter}')
  expect(screen.getByText('Garrel').parentElement).toHaveTextContent('not in these texts')
  await press('Save')
  await waitFor(() =>
    expect(sent).toMatchObject([{ phrases: ['Garel', 'Garrel'], report_ids: [] }]),
  )
})
