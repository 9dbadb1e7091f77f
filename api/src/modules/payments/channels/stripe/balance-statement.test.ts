import { testCard } from '../../../../../test/test-card.ts'
import { balanceStatement } from './stripe-channel.ts'
import { createStripeClient } from './stripe-client.ts'

const PAYMENTS = 105

test('a statement reads every page of a day and skips foreign movements', async () => {
  const now = () => new Date('2027-03-01T12:00:00Z')
  const card = await testCard('http://127.0.0.1:9/nobody', now)
  card.setChaos({ notify: 'drop' })
  const client = createStripeClient({ ...card.credentials, apiBase: card.baseUrl }, now)
  const numbers = Array.from(
    { length: PAYMENTS },
    (_, index) => `P270301${String(index).padStart(10, '0')}`,
  )
  for (const order_no of [...numbers, undefined]) {
    const metadata: Record<string, string> = order_no ? { order_no } : {}
    const product_data = { name: 'Entry fee' }
    const price_data = { currency: 'eur', unit_amount: 100, product_data }
    const { id } = await client.api.checkout.sessions.create({
      mode: 'payment',
      payment_intent_data: { metadata },
      line_items: [{ quantity: 1, price_data }],
      success_url: card.baseUrl,
    })
    card.pay(id)
  }

  const facts = await balanceStatement(client, '2027-03-01')

  expect(facts.map(({ order_no }) => order_no).sort()).toEqual(numbers)
  expect(await balanceStatement(client, '2027-02-28')).toEqual([])
  await card.stop()
})
