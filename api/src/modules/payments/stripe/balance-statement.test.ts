import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCardSimulator } from '@awards/simulators/card/create-card-simulator'
import { listen } from '../../../../test/test-wallet.ts'
import { balanceStatement } from './balance-statement.ts'
import { createStripeClient } from './stripe-client.ts'

const PAYMENTS = 105

test('a day with more movements than fit on a page is told whole, and nothing that is not ours', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'card-'))
  const now = () => new Date('2027-03-01T12:00:00Z')
  const server = createServer((request, response) => card.handle(request, response))
  const apiBase = await listen(server)
  const notifyUrl = `${apiBase}/nobody`
  const card = await createCardSimulator({
    dataDir,
    mode: 'demo',
    notifyUrl,
    pagesUrl: apiBase,
    now,
  })
  card.setChaos({ notify: 'drop' })
  const client = createStripeClient({ ...card.credentials, apiBase }, now)
  const numbers = Array.from(
    { length: PAYMENTS },
    (_, index) => `P270301${String(index).padStart(10, '0')}`,
  )
  for (const order_no of [...numbers, undefined]) {
    const metadata = order_no ? { order_no } : {}
    const product_data = { name: 'Entry fee' }
    const price_data = { currency: 'eur', unit_amount: 100, product_data }
    const { id } = await client.api.checkout.sessions.create({
      mode: 'payment',
      payment_intent_data: { metadata },
      line_items: [{ quantity: 1, price_data }],
      success_url: apiBase,
    })
    card.pay(id)
  }

  const facts = await balanceStatement(client, '2027-03-01')

  expect(facts.map(({ order_no }) => order_no).sort()).toEqual(numbers)
  expect(await balanceStatement(client, '2027-02-28')).toEqual([])
  card.close()
  server.closeAllConnections()
  server.close()
  await rm(dataDir, { recursive: true })
})
