import { connectClient } from '@awards/shared/client'
import { programmeDesk, type ProgrammeDocumentRow } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, renderRoutes, userOf } from '@awards/shared/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { routes } from '../routes.tsx'

const ROW: ProgrammeDocumentRow = {
  file: 'fees.yaml',
  kind: 'packages',
  name: { en: 'Winner packages' },
  state: 'changed',
  changed_by: null,
  changed_at: null,
  at: '',
  missing: { fr: 0, zh: 0 },
}
const PLAN = { time_zone: 'Europe/Paris', conflicts: [], schedule: [], affected: [] }
const SCHEDULE = { at: '2027-05-03T07:00:00Z', scheduled_by: 'Ada Stern', failed: null }
const CHANGE = { kind: 'changed' as const, table: 'packages', record: 'basic', file: ROW.file }

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(programmeDesk.scheduled, () => ({ schedule: null }))
  answer(programmeDesk.versions, () => ({ list: [] }))
})
afterEach(() => restore())

/** Opens the plan of the drafts and presses a button of it. */
async function pressInPlan(name: string) {
  const { user, store } = await renderRoutes(routes, '/organiser?view=programme')
  store.dispatch(sessionReady({ ...userOf(0), rights: ['organise'] }))
  await user.click(await screen.findByRole('button', { name: 'Review the changes' }))
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  return { user, button }
}

test('the plan drawer stays open until the list of documents is refetched', async () => {
  let isLive = false
  const fresh = Promise.withResolvers<void>()
  answer(programmeDesk.documents, async () => {
    if (isLive) await fresh.promise
    const list = [{ ...ROW, state: isLive ? ('live' as const) : ROW.state }]
    return { list, time_zone: 'Europe/Paris', currency: 'EUR' }
  })
  answer(programmeDesk.plan, () => ({
    ...PLAN,
    plan: isLive ? null : 'a1',
    changes: isLive ? [] : [{ ...CHANGE, fields: [] }],
  }))
  answer(programmeDesk.apply, () => {
    isLive = true
    return { changed: 1 }
  })
  const { button: apply } = await pressInPlan('Make it live')
  await screen.findByText(/^Live: 1 record/)
  await waitFor(() => expect(apply).toBeDisabled())
  expect(screen.getByText('1 draft is not live yet.')).toBeInTheDocument()
  expect(apply).toBeInTheDocument()

  fresh.resolve()
  await waitFor(() => expect(apply).not.toBeInTheDocument())
  expect(screen.queryByText('1 draft is not live yet.')).toBeNull()
})

test('the plan drawer stays open until the list shows that the plan is scheduled', async () => {
  let isScheduled = false
  const fresh = Promise.withResolvers<void>()
  answer(programmeDesk.documents, () => ({
    list: [ROW],
    time_zone: 'Europe/Paris',
    currency: 'EUR',
  }))
  answer(programmeDesk.plan, () => ({ ...PLAN, plan: 'a1', changes: [{ ...CHANGE, fields: [] }] }))
  answer(programmeDesk.schedule, () => {
    isScheduled = true
    return { done: true as const }
  })
  answer(programmeDesk.scheduled, async () => {
    if (isScheduled) await fresh.promise
    return { schedule: isScheduled ? SCHEDULE : null }
  })
  const { user, button: later } = await pressInPlan('Later…')
  fireEvent.change(await screen.findByLabelText(/^Moment/), {
    target: { value: '2027-05-03T09:00' },
  })
  await user.click(screen.getByRole('button', { name: 'Schedule' }))
  await screen.findByText('The drafts go live at their moment')
  expect(later).toBeInTheDocument()

  fresh.resolve()
  await waitFor(() => expect(later).not.toBeInTheDocument())
  expect(screen.getByText(/^The drafts go live on 3 May 2027/)).toBeInTheDocument()
})
