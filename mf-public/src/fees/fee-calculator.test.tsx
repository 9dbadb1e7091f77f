import { publication, publicationAdded } from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { routes } from '../routes.tsx'
import { priceList } from './price-list.fixture.ts'

const country = (iso2: string, name: string) => ({
  id: iso2,
  name,
  name_cn: name,
  iso2,
  dial_code: '+1',
  flag: '',
})
const COUNTRIES = [
  country('AF', 'Afghanistan'),
  country('FR', 'France'),
  country('CH', 'Switzerland'),
]

let restore = () => {}
/** The list of countries comes when the test says so. */
let sendCountries = () => {}
beforeEach(() => {
  restore = answerCalls()
  answer(publicationAdded.feeTable, () => priceList)
  answer(publication.awardClassification, () => [])
  answer(publication.getAward, () => [])
  const arrival = new Promise<typeof COUNTRIES>((resolve) => {
    sendCountries = () => resolve(COUNTRIES)
  })
  answer(publication.getGlobalAreaCode, () => arrival)
})
afterEach(() => restore())

const field = () => screen.findByRole('combobox', { name: /Country/ })

test('the country of the plan stays chosen while the list of countries is on its way', async () => {
  const { location } = await renderRoutes(routes, '/fees')
  expect(await field()).toHaveValue('FR')
  sendCountries()
  await screen.findByRole('option', { name: 'Afghanistan' })
  expect(await field()).toHaveValue('FR')
  expect(screen.getAllByRole('option', { name: 'France' })).toHaveLength(1)
  fireEvent.change(screen.getByRole('spinbutton', { name: /Works/ }), { target: { value: '2' } })
  await waitFor(() => expect(location()).toContain('works=2'))
  expect(location()).toContain('country=FR')
  expect(screen.getByRole('status')).toHaveTextContent('VAT 20%')
})

test('a country that does not exist is not reckoned with', async () => {
  await renderRoutes(routes, '/fees?country=XX')
  expect(await field()).toHaveValue('FR')
  sendCountries()
  await screen.findByRole('option', { name: 'Afghanistan' })
  expect(await field()).toHaveValue('FR')
})
