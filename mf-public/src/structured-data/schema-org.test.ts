import { priceList } from '../fees/price-list.fixture.ts'
import { entryOffers } from './schema-org.ts'

const firstPrice = (currency: string) => {
  const offers = entryOffers({ ...priceList, currency }, 'Prices', (code) => code, 'en')
  return Object(offers).offers[0].priceSpecification
}

test.each([
  ['EUR', 220],
  ['JPY', 22_000],
  ['KWD', 22],
])('an offer in %s has its price in units of the currency', (currency, price) => {
  expect(firstPrice(currency)).toMatchObject({ price, priceCurrency: currency })
})
