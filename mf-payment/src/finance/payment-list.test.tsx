import { connectClient } from '@awards/shared/client'
import { money } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, chair, renderRoutes } from '@awards/shared/testing'
import { screen, within } from '@testing-library/react'
import { routes } from '../routes.tsx'

let restore = () => {}
let asked: unknown[] = []

beforeEach(() => {
  proves('call judge/paymentList')
  restore = answerCalls()
  asked = []
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(money.alertList, () => ({ list: [], total: 0, current: 1, pageSize: 20 }))
  answer(money.paymentList, (input) => {
    asked.push(input)
    return { list: [], total: 0, current: 1, pageSize: 20 }
  })
})
afterEach(() => restore())

async function open(address: string) {
  const site = await renderRoutes(routes, address)
  site.store.dispatch(sessionReady(chair))
  return site
}

test('names, ignores and removes filters of the address that the call would refuse', async () => {
  const { user, location } = await open('/payments?status=zz&fee_type=9&keyword=GDA')
  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent('The filters Status and Fee of this address make no sense')
  expect(await screen.findByText('No payment matches')).toBeVisible()
  for (const input of asked) {
    expect(input).toMatchObject({ keyword: 'GDA' })
    expect(input).not.toHaveProperty('status')
  }

  await user.click(within(notice).getByRole('button', { name: 'Clear Status' }))
  expect(location()).toBe('/payments?fee_type=9&keyword=GDA')
  await user.click(within(notice).getByRole('button', { name: 'Clear the filters' }))
  expect(location()).toBe('/payments')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows no notice when all filters are valid', async () => {
  await open('/payments?status=1&channel=card&fee_type=1&attention=1')
  expect(await screen.findByText('No payment matches')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
