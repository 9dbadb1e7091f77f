import { publication } from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import { Form } from 'antd'
import { BillingFields } from './billing-fields.tsx'
import '../routes.tsx'

let end: () => void
beforeEach(() => {
  end = answerCalls()
  answer(publication.getGlobalAreaCode, () => [])
})
afterEach(() => end())

const show = (billing: object) => {
  const page = (
    <Form initialValues={{ billing }}>
      <BillingFields />
    </Form>
  )
  return renderRoutes([{ path: '/', element: page }], '/')
}

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
