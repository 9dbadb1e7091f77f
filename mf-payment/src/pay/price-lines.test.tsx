import { renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import { PriceLines } from './price-lines.tsx'
import '../routes.tsx'

type Price = Parameters<typeof PriceLines>[0]['price']
const MENTION = 'TVA non applicable – art. 259-1 du CGI'
const PACKAGE: Price = {
  amount_ht: 60_000,
  amount: 62_400,
  vat_rate: 0,
  currency: 'EUR',
  vat_rule: 'outside_eu_business',
  lines: [{ label: 'Package', amount_minor: 60_000 }],
  vat_lines: [
    { rate_percent: 0, net_minor: 48_000, vat_minor: 0, mention: MENTION },
    { rate_percent: 20, net_minor: 12_000, vat_minor: 2_400, mention: null },
  ],
}

const show = (price: Price) =>
  renderRoutes([{ path: '/', element: <PriceLines price={price} /> }], '/')

test('E12: where a part is taxed and another is not, each has its line and its reason', async () => {
  await show(PACKAGE)
  expect(await screen.findByText('VAT 20% on €120')).toBeVisible()
  expect(screen.getByText('VAT 0% on €480')).toBeVisible()
  expect(screen.getByText(/^No French VAT: your company is outside/)).toBeVisible()
  expect(
    screen.getByText('Seats at the gala are taxed in France, where it takes place.'),
  ).toBeVisible()
  expect(screen.queryByText(/You pay no VAT/)).toBeNull()
})

test('E14: the line that French law wants is said in the language of the page, and marked as French', async () => {
  await show({ ...PACKAGE, vat_lines: undefined, mention: MENTION, amount: 60_000 })
  expect(await screen.findByText(/^No French VAT: your company is outside/)).toBeVisible()
  expect(screen.getByText(MENTION)).toHaveAttribute('lang', 'fr')
})
