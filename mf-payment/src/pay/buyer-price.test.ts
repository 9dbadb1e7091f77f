import { buyerPrice } from './buyer-price.ts'

test.each([
  [{}, 20, 31200],
  [{ kind: 'consumer', country: 'GB' } as const, 20, 31200],
  [{ kind: 'business', country: 'GB', tax_id: 'GB1' } as const, 0, 26000],
  [{ kind: 'business', country: 'GB' } as const, 20, 31200],
  [{ kind: 'business', country: 'DE' } as const, 20, 31200],
  [{ kind: 'business', country: 'FR', tax_id: '1' } as const, 20, 31200],
])('%o pays %d %% of VAT', (billing, percent, total) => {
  expect(buyerPrice(26000, 20, billing)).toMatchObject({ percent, total })
})

test('an account with a confirmed number keeps its rate in the Union, not in France', () => {
  expect(buyerPrice(26000, 0, { kind: 'business', country: 'DE' }).total).toBe(26000)
  expect(buyerPrice(26000, 0, { kind: 'business', country: 'FR' }).total).toBe(31200)
})
