import { connectClient } from '@awards/shared/client'
import { organiser, type AdmissionRow } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, renderRoutes, userOf } from '@awards/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { routes } from '../routes.tsx'

const named = (id: string, name: string) => ({ id, code: name.toLowerCase(), name })
const row = (id: string, title: string, given: Partial<AdmissionRow> = {}): AdmissionRow => ({
  apply_order_id: id,
  entry_no: `GA27-${id}`,
  title,
  version: 3,
  entrant: { name: 'Anne Brumaire', company: 'Atelier Brumaire', country: 'FR' },
  category: named('3', 'Furniture'),
  section: named('1', 'Professional'),
  cover: null,
  state: 'waiting',
  entry_status: 20,
  entry_fee_status: 2,
  handed_in_at: '2026-11-01T08:00:00Z',
  paid_at: '2026-11-01T09:00:00Z',
  warnings: [],
  changed: [],
  was_admitted: false,
  correction: null,
  assignee: null,
  ...given,
})

// Nothing has a height here, and only what is on screen is drawn.
const sizes = [
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600),
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(92),
]
afterAll(() => sizes.forEach((size) => size.mockRestore()))

let restore = () => {}
let sent: unknown[] = []
let asked: unknown[] = []
const list = [
  row('1', 'Ondine', { warnings: [{ kind: 'names', found: ['Anne Brumaire'] }] }),
  row('2', 'Passerelle', { was_admitted: true, changed: ['summary', 'pictures'] }),
]
const queueOf = (rows: AdmissionRow[]) => ({
  list: rows,
  total: rows.length,
  current: 1,
  pageSize: 50,
  edition_id: '7',
  editions: [named('7', 'Season 2027')],
  categories: [named('3', 'Furniture')],
  colleagues: [{ user_id: '5', name: 'Zoé Brûlé' }],
  counts: { waiting: 2, correction: 1, admitted: 4, refused: 0 },
})
beforeEach(() => {
  restore = answerCalls()
  sent = []
  asked = []
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(organiser.admissionList, (input) => {
    asked.push(input)
    return queueOf(list)
  })
})
afterEach(() => restore())

async function open(address = '/organiser') {
  const site = await renderRoutes(routes, address)
  site.store.dispatch(sessionReady({ ...userOf(0), rights: ['admit'] }))
  await screen.findByRole('button', { name: 'Ondine' })
  return site
}
const done = (id: string) => ({
  apply_order_id: id,
  entry_no: `GA27-${id}`,
  outcome: 'done' as const,
  reason: null,
  message: null,
  refund: null,
})

test('warnings and what changed stand beside the entry', async () => {
  await open()
  expect(screen.getByText('Names in what jurors read: Anne Brumaire')).toBeVisible()
  expect(screen.getByText('Changed: Summary, Pictures')).toBeVisible()
  expect(screen.getByRole('link', { name: 'With the entrant (1)' })).toBeVisible()
})

test('chosen entries are admitted with the versions on screen; a refused one says why and stays chosen', async () => {
  answer(organiser.admit, (input) => {
    sent.push(input)
    const failed = { outcome: 'refused' as const, reason: 'VERSION', message: 'Changed.' }
    return { done: 1, results: [done('1'), { ...done('2'), ...failed }] }
  })
  const { user } = await open()
  await user.click(screen.getByRole('checkbox', { name: '0 chosen' }))
  await user.click(screen.getByRole('button', { name: 'Admit' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('1 entry is as it was')
  expect(alert).toHaveTextContent('GA27-2 Somebody changed it meanwhile')
  expect(sent).toEqual([
    {
      entries: [
        { apply_order_id: '1', version: 3 },
        { apply_order_id: '2', version: 3 },
      ],
    },
  ])
  expect(screen.getByRole('checkbox', { name: 'Choose Passerelle' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Choose Ondine' })).not.toBeChecked()
})

test('by keyboard alone: on to the second, refused with a reason', async () => {
  answer(organiser.refuse, (input) => {
    sent.push(input)
    return { done: 1, results: [{ ...done('2'), refund: 'requested' as const }] }
  })
  const { user } = await open()
  await user.keyboard('jj')
  expect(screen.getByRole('button', { name: 'Passerelle' })).toHaveFocus()
  await user.keyboard('r')
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('Refuse “Passerelle”')
  await user.click(within(dialog).getByRole('button', { name: 'Refuse' }))
  expect(await within(dialog).findByText(/Write at least|Give the reason/)).toBeVisible()
  expect(sent).toEqual([])
  await user.type(within(dialog).getByLabelText('Reason'), 'Published before')
  await user.click(within(dialog).getByRole('button', { name: 'Refuse' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { entries: [{ apply_order_id: '2', version: 3 }], reason: 'Published before' },
    ]),
  )
})

test('an entry whose correction is over is asked for again, one that is not over is not', async () => {
  const correction = (due_at: string, is_over: boolean) => ({
    state: 'correction' as const,
    entry_status: 25,
    correction: { note: 'The cover is cut', due_at, is_over },
  })
  const rows = [
    row('1', 'Ondine', correction('2090-01-01T12:00:00Z', false)),
    row('2', 'Passerelle', correction('2020-01-01T12:00:00Z', true)),
  ]
  answer(organiser.admissionList, () => queueOf(rows))
  const { user } = await open('/organiser?state=correction')
  await user.click(screen.getByRole('checkbox', { name: 'Choose Ondine' }))
  await user.click(screen.getByRole('button', { name: 'Ask for a correction' }))
  expect(await screen.findByText(/You can ask again once it is over/)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Choose Passerelle' }))
  await user.click(screen.getByRole('button', { name: 'Ask for a correction' }))
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    'Ask for a correction of “Passerelle”',
  )
})

test('the address holds state and edition; a state that is none shows what waits', async () => {
  await open('/organiser?state=nothing&edition_id=7')
  expect(asked[0]).toMatchObject({ state: 'waiting', edition_id: '7' })
})

test('chosen entries are given to a colleague', async () => {
  answer(organiser.assignAdmission, (input) => {
    sent.push(input)
    return { changed: 1 }
  })
  const { user } = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Choose Passerelle' }))
  await user.click(screen.getByRole('combobox', { name: 'Give to' }))
  await user.click(await screen.findByTitle('Zoé Brûlé'))
  await waitFor(() => expect(sent).toEqual([{ apply_order_ids: ['2'], user_id: '5' }]))
  expect(screen.getByRole('checkbox', { name: 'Choose Passerelle' })).not.toBeChecked()
})
