import { judge } from '@awards/shared/contract'
import { connectClient } from '@awards/shared/client'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, chair, renderRoutes } from '@awards/shared/testing'
import { screen, within } from '@testing-library/react'
import '../routes.tsx'
import './register-texts.ts'

import { BulkBar } from './bulk-bar.tsx'
import type { Selection } from './table/use-selection.ts'

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
})
afterEach(() => restore())

const selection: Selection = {
  selected: new Set(['1', '2']),
  isAsking: false,
  clear: () => undefined,
  toggle: () => undefined,
  extend: () => Promise.resolve(),
  all: () => Promise.resolve(),
  drop: () => undefined,
}

/** Shows the two chosen entries to the public; the panel that says what became of it. */
async function showBoth(updated: string[]) {
  answer(judge.batchShow, () => ({
    updated,
    skipped: ['1', '2']
      .filter((id) => !updated.includes(id))
      .map((id) => ({ id, reason: 'NOT_AWARDED' })),
  }))
  const element = <BulkBar selection={selection} total={2} input={{}} />
  const { user, store } = await renderRoutes([{ path: '/', element }], '/')
  store.dispatch(sessionReady(chair))
  await user.click(await screen.findByRole('button', { name: 'Show' }))
  return screen.findByRole('region', { name: 'Progress' })
}
const bar = (panel: HTMLElement) => within(panel).getByRole('progressbar')

test('J14: an action that changed nothing says so, and its bar is not green', async () => {
  const panel = await showBoth([])
  expect(
    await within(panel).findByText('2 entries were left as they are: nothing has changed.'),
  ).toBeVisible()
  expect(within(panel).getByText('2 left out: no published award')).toBeVisible()
  expect(within(panel).queryByText(/dealt with/)).toBeNull()
  expect(bar(panel)).not.toHaveClass('ant-progress-status-success')
})

test('J14: what was done to some of them is done, with what became of the rest', async () => {
  const panel = await showBoth(['1'])
  expect(await within(panel).findByText('All 2 entries are dealt with.')).toBeVisible()
  expect(within(panel).getByText('1 entry shown')).toBeVisible()
  expect(within(panel).getByText('1 left out: no published award')).toBeVisible()
  expect(bar(panel)).toHaveClass('ant-progress-status-success')
})

test('no second action runs over the same entries while one is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer(judge.batchShow, async () => {
    await promise
    return { updated: ['1', '2'], skipped: [] }
  })
  const element = <BulkBar selection={selection} total={2} input={{}} />
  const { user, store } = await renderRoutes([{ path: '/', element }], '/')
  store.dispatch(sessionReady(chair))
  await user.click(await screen.findByRole('button', { name: 'Show' }))
  for (const name of ['Show', 'Hide', 'Assign jurors']) {
    expect(screen.getByRole('button', { name })).toBeDisabled()
  }
  resolve()
  expect(await screen.findByText('All 2 entries are dealt with.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Hide' })).toBeEnabled()
})
