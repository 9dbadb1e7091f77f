import { renderRoutes } from '@awards/shared/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { remoteStore } from '../remote-store.ts'
import { updates } from '../updates.ts'
import { Notices } from './notices.tsx'
import { overview } from '../testing/overview.ts'
import { dismissPinMessages, setPinProblems, startPins } from '../pins.ts'
import { holdWork, openTab, watchReloads } from '../testing/tab.ts'

const fresh = (next: string) => [{ name: 'mf-jury', loaded: '1.4.0', next, withdrawn: false }]
const reload = () => screen.findByRole('button', { name: 'Reload now' })

let reloads: ReturnType<typeof watchReloads>
let save: () => void = () => undefined
beforeEach(() => (reloads = watchReloads()))
afterEach(() => {
  save()
  updates.set([])
  dismissPinMessages()
  reloads.stop()
})

async function visit(address: string, status = 200, answer: unknown = overview) {
  openTab(address)
  startPins()
  globalThis.fetch = async () => new Response(JSON.stringify(answer), { status })
  return renderRoutes([{ path: '*', element: <Notices /> }], '/')
}

async function openPanel(address = '/?mfe=mf-jury@1.5.0', status = 200, answer?: unknown) {
  const { user } = await visit(address, status, answer)
  await user.click(await screen.findByRole('button', { name: 'Releases on this site' }))
  const panel = await screen.findByRole('dialog')
  return { user, panel: within(panel) }
}

test('the badge names each pinned release, and in words why one is not held', async () => {
  await visit('/?mfe=mf-jury@1.5.0,mf-payment@staging,mf-entrant@9.9.9')
  const badge = within(await screen.findByRole('region', { name: 'Pinned releases' }))
  expect(badge.getByText('mf-jury@1.5.0')).toBeVisible()
  expect(badge.getByText('follows Staging')).toBeVisible()
  act(() => {
    setPinProblems([{ pin: 'mf-entrant@9.9.9', problem: 'unknown-version' }])
    remoteStore.set('mf-payment', { status: 'ready', version: '2.0.1' })
  })
  expect(badge.getByText('this version is not published')).toBeVisible()
  expect(badge.getByText('mf-payment@2.0.1')).toBeVisible()
})

test('the badge resets, but never over unsaved work', async () => {
  const { user } = await visit('/?mfe=mf-jury@1.5.0')
  save = holdWork()
  await user.click(await screen.findByRole('button', { name: 'Reset all pins' }))
  expect(screen.getByText(/There is unsaved work on this page/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Load again' }))
  expect(reloads.count()).toBe(0)
  save()
  await user.click(screen.getByRole('button', { name: 'Load again' }))
  expect(reloads.count()).toBe(1)
})

test('where copying is not allowed the link stands there to be copied', async () => {
  const { user } = await visit('/?mfe=mf-jury@1.5.0')
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
  await user.click(await screen.findByRole('button', { name: 'Copy link' }))
  expect(await screen.findByDisplayValue('http://localhost/?mfe=mf-jury@1.5.0')).toHaveFocus()
})

test('what is no pin is said, and can be put away', async () => {
  const { user } = await visit('/?mfe=mf-jury@https://evil.test/x.js')
  expect(await screen.findByText('mf-jury@https://evil.test/x.js')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(/evil/)).toBeNull()
})

test('a newer version is announced, and put off it does not come back', async () => {
  const { user } = await visit('/')
  act(() => updates.set(fresh('1.5.0')))
  expect(await reload()).toBeEnabled()
  expect(screen.getByText(/newer version/).closest('[role=status]')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Later' }))
  expect(screen.queryByText(/newer version/)).toBeNull()
  act(() => updates.set(fresh('1.5.0')))
  expect(screen.queryByText(/newer version/)).toBeNull()
  act(() => updates.set(fresh('1.6.0')))
  await user.click(await reload())
  expect(reloads.count()).toBe(1)
})

test('with unsaved work the button says why it waits, and works once it is saved', async () => {
  const { user } = await visit('/')
  save = holdWork()
  act(() => updates.set(fresh('2.0.0')))
  expect(await reload()).toHaveAccessibleDescription(/unsaved work/)
  await user.click(await reload())
  expect(reloads.count()).toBe(0)
  save()
  await user.hover(screen.getByRole('button', { name: 'Later' }))
  await user.hover(await reload())
  await waitFor(() => expect(screen.queryByText(/unsaved work/)).toBeNull())
  await user.click(await reload())
  expect(reloads.count()).toBe(1)
})

test('the panel shows every release and pins the chosen one', async () => {
  const { user, panel } = await openPanel()
  expect(await panel.findByRole('radio', { name: '1.5.0' })).toBeChecked()
  expect(panel.getByText(/16 loads, 3 fell back, 1 failed/)).toBeVisible()
  expect(panel.getByText('Taken back · Production')).toBeVisible()
  expect(panel.getByText(/1,240 loads, no failure/)).toBeVisible()
  expect(panel.queryByText(/No commit named/)).toBeNull()
  await user.click(panel.getByRole('button', { name: 'All 5 releases' }))
  expect(panel.getByText(/No commit named/)).toBeVisible()
  await user.click(panel.getByRole('radio', { name: '1.6.0-pr88.3' }))
  await user.click(panel.getByRole('radio', { name: '2.0.0' }))
  await user.click(panel.getByRole('button', { name: 'Apply 2 changes and reload' }))
  expect(sessionStorage.getItem('mfe-pins')).toBe('mf-jury@1.6.0-pr88.3,mf-public@2.0.0')
  expect(reloads.count()).toBe(1)
})

test('the panel keeps the choice while there is unsaved work', async () => {
  const { user, panel } = await openPanel()
  save = holdWork()
  await user.click(await panel.findByRole('button', { name: 'Unpin mf-jury' }))
  await user.click(panel.getByRole('button', { name: 'Apply 1 change and reload' }))
  expect(panel.getByText(/Your choice is kept/)).toBeVisible()
  expect(reloads.count()).toBe(0)
})

test('the panel searches by version, commit and person', async () => {
  const { user, panel } = await openPanel()
  await user.type(await panel.findByRole('searchbox'), 'jonas')
  expect(panel.getAllByRole('radio')).toHaveLength(1)
  await user.type(panel.getByRole('searchbox'), ' nobody')
  expect(panel.getByText('No release matches “jonas nobody”')).toBeVisible()
})

test('on a site of previews only these can be chosen', async () => {
  const { panel } = await openPanel('/?mfe=', 200, { ...overview, pins: 'preview' })
  expect(await panel.findByRole('radio', { name: '1.6.0-pr88.3' })).toBeEnabled()
  expect(panel.getByRole('radio', { name: '1.5.0' })).toBeDisabled()
})

test('a registry that does not answer can be asked again', async () => {
  const { user, panel } = await openPanel('/?mfe=mf-jury@1.5.0', 503, {})
  expect(await panel.findByText('The releases could not be listed')).toBeVisible()
  globalThis.fetch = async () => new Response(JSON.stringify(overview))
  await user.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByRole('radio', { name: '2.0.0' })).toBeEnabled()
})

test('an empty registry and one for staff are said', async () => {
  const { panel } = await openPanel('/?mfe=mf-jury@1.5.0', 403, {})
  expect(await panel.findByText('Releases are listed for staff')).toBeVisible()
})
