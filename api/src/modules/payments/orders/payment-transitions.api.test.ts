import { PAYMENT_MACHINE } from '@awards/shared/domain'
import { testApi } from '../../../../test/test-api.ts'

const { db } = await testApi()

test('the database allows exactly the transitions of the domain, no more and no fewer', async () => {
  const rows = await db.selectFrom('payment_transitions').selectAll().execute()
  const held = rows.map(({ from_status, to_status }) => `${from_status} to ${to_status}`)
  const edges = Object.entries(PAYMENT_MACHINE).flatMap(([from, events]) =>
    Object.values(events).map((to) => `${from} to ${to}`),
  )

  expect(held.sort()).toEqual([...new Set(edges)].sort())
})
