import { publication } from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import type { Billing } from '@awards/shared/contract'
import { BillingFields } from './billing-fields.tsx'
import { usePayForm } from './use-pay-form.ts'
import '../routes.tsx'

let end: () => void
beforeEach(() => {
  end = answerCalls()
  answer(publication.getGlobalAreaCode, () => [])
})
afterEach(() => end())

function Address({ known }: { known: Partial<Billing> }) {
  const form = usePayForm(known)
  return (
    <>
      <BillingFields form={form} />
      <button type="button" onClick={() => form.complete('card')}>
        Order
      </button>
    </>
  )
}

const show = (billing: Partial<Billing>) =>
  renderRoutes([{ path: '/', element: <Address known={billing} /> }], '/')

test('E15: a French company may give its VAT number and its purchase order', async () => {
  const { user } = await show({ kind: 'business', country: 'FR', siren: '732829320' })
  const number = await screen.findByLabelText('VAT number')
  await user.type(number, 'FR96552100554')
  await user.tab()
  expect(await screen.findByText(/not the VAT number of this company/)).toBeVisible()
  expect(screen.getByLabelText('Purchase order number')).toBeVisible()
})

test('E25: the address is kept unless the payer says otherwise', async () => {
  await show({ kind: 'consumer', country: 'FR' })
  expect(await screen.findByRole('checkbox', { name: /Keep this address/ })).toBeChecked()
  expect(screen.queryByLabelText('Purchase order number')).toBeNull()
})

test('an order with a wrong address leads to the first wrong field, which says what it wants', async () => {
  const { user } = await show({ kind: 'consumer', name: 'Léa Roux', country: 'FR', email: 'lea@' })
  await user.click(await screen.findByRole('button', { name: 'Order' }))
  const street = screen.getByLabelText('Street and number')
  expect(street).toHaveFocus()
  expect(street).toHaveAccessibleDescription(/Give the street/)
  const mail = screen.getByLabelText(/E-mail/)
  expect(mail).toBeInvalid()
  await user.type(street, '12 rue des Teinturiers')
  expect(street).toBeValid()
  expect(mail).toBeInvalid()
})

test('E13: the name follows the kind of buyer until somebody types one', async () => {
  const { user } = await show({ kind: 'business', country: 'FR', name: '' })
  await user.click(await screen.findByRole('radio', { name: /consumer|person/i }))
  expect(screen.queryByLabelText('VAT number')).toBeNull()
  await user.type(screen.getByLabelText(/Name/), 'Somebody')
  await user.click(screen.getByRole('radio', { name: /company|business/i }))
  expect(screen.getByDisplayValue('Somebody')).toBeVisible()
})

test('the price is not that of a number until it has stood for a while, which the form says', async () => {
  const Buyer = () => {
    const form = usePayForm({ kind: 'business', country: 'CH' })
    return (
      <>
        <BillingFields form={form} />
        <output>{form.isTyping ? 'typing' : form.buyer?.tax_id}</output>
      </>
    )
  }
  const { user } = await renderRoutes([{ path: '/', Component: Buyer }], '/')
  await user.type(await screen.findByLabelText('Tax or registration number'), 'CHE-109.322.551')
  expect(screen.getByText('typing')).toBeVisible()
  expect(await screen.findByText('CHE-109.322.551')).toBeVisible()
})
