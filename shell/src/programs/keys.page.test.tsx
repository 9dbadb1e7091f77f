import { connectClient } from '@awards/shared/client'
import {
  apiKeys,
  webhooks,
  type DeliveryRow,
  type EndpointRow,
  type KeyRow,
} from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { Component } from './keys.page.tsx'

const key: KeyRow = {
  key_id: '1',
  name: 'Archive',
  prefix: 'ak_1234',
  scopes: ['public:read'],
  created_at: '2027-01-10T09:00:00.000Z',
  expires_at: '2099-01-10T09:00:00.000Z',
  last_used_at: null,
  revoked_at: null,
}
const endpoint: EndpointRow = {
  endpoint_id: '2',
  name: 'Server',
  url: 'https://receiver.example/',
  events: ['winner.published'],
  created_at: '2027-01-10T09:00:00.000Z',
  failing_since: null,
  stopped_at: '2027-01-11T09:00:00.000Z',
  stop_reason: 'gone',
  exchanged_until: null,
  waiting: 1,
}

let restore = () => {}
let keys: KeyRow[]
let endpoints: EndpointRow[]
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  keys = [key]
  endpoints = [endpoint]
  answer(apiKeys.list, () => ({ keys, scopes: ['public:read' as const] }))
  answer(webhooks.list, () => ({ endpoints, events: ['winner.published'] }))
})
afterEach(() => restore())

async function openPage() {
  const { user } = await renderRoutes([{ path: '/', element: <Component /> }], '/')
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return { user, press }
}
const button = (name: string) => screen.queryByRole('button', { name })
const rowOf = (list: string) =>
  within(screen.getByRole('list', { name: list })).getAllByRole('listitem')[0]

describe('the focus is never lost', () => {
  test('after a key that is left, and one that is revoked', async () => {
    const { press } = await openPage()
    await press('Revoke: Archive')
    await press('Leave it')
    await waitFor(() => expect(button('Revoke: Archive')).toHaveFocus())
    answer(apiKeys.revoke, () => {
      keys = [{ ...key, revoked_at: '2027-01-12T09:00:00.000Z' }]
      return { revoked: true }
    })
    await press('Revoke: Archive')
    await press('Revoke the key')
    expect(await screen.findByText('Revoked')).toBeVisible()
    expect(button('Revoke: Archive')).toBeNull()
    expect(rowOf('Keys')).toHaveFocus()
  })

  test('after the questions and the form of an address', async () => {
    answer(webhooks.change, () => ({ done: true }))
    const { press } = await openPage()
    for (const opener of ['Change: Server', 'Exchange the secret: Server', 'Remove: Server']) {
      await press(opener)
      await press('Leave it')
      expect(button(opener)).toHaveFocus()
      expect(button('Leave it')).toBeNull()
    }
    await press('Change: Server')
    await press('Save')
    await waitFor(() => expect(button('Save')).toBeNull())
    expect(button('Change: Server')).toHaveFocus()
  })

  test('after a secret that is stored', async () => {
    answer(webhooks.rotateSecret, () => ({ secret: 'whsec_1', old_until: endpoint.created_at }))
    const { press } = await openPage()
    await press('Exchange the secret: Server')
    await press('Make a new secret')
    expect(await screen.findByRole('group', { name: 'Secret of the address' })).toHaveFocus()
    await press('I have stored it')
    await waitFor(() => expect(screen.getByText('Add an address')).toHaveFocus())
  })

  test('after an address that is resumed, and one that is removed', async () => {
    answer(webhooks.resume, () => {
      endpoints = [{ ...endpoint, stopped_at: null, stop_reason: null }]
      return { done: true }
    })
    answer(webhooks.remove, () => {
      endpoints = []
      return { done: true }
    })
    const { press } = await openPage()
    await press('Resume: Server')
    expect(await screen.findByText('Running')).toBeVisible()
    expect(rowOf('Webhooks')).toHaveFocus()
    await press('Remove: Server')
    await press('Remove the address')
    await waitFor(() => expect(screen.queryByText('Server')).toBeNull())
    expect(screen.getByRole('region', { name: 'Webhooks' })).toHaveFocus()
  })

  test('after a turned page of the log, whose last page has no button for older ones', async () => {
    const row: DeliveryRow = {
      delivery_id: '3',
      message_id: 'msg_3',
      type: 'winner.published',
      subject: 'winner:7',
      at: '2027-01-12T09:00:00.000Z',
      state: 'delivered',
      is_replay: false,
      next_at: null,
      attempts: [],
    }
    answer(webhooks.deliveries, (input) => {
      const current = Number((input as { current: unknown }).current)
      return { list: [{ ...row, subject: `winner:${current}` }], total: 11, current, pageSize: 10 }
    })
    const { press } = await openPage()
    await press('Log: Server')
    await press('Older')
    expect(await screen.findByText(/winner 2/)).toBeVisible()
    expect(button('Older')).toBeNull()
    expect(screen.getByRole('region', { name: 'Log: Server' })).toHaveFocus()
  })
})
