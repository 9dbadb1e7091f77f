import type { PaymentRow } from '@awards/shared/contract'
import { startI18n } from '@awards/shared/i18n'
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import './finance.page.tsx'
import { PayerAndWork } from './finance-list.tsx'

beforeAll(() => startI18n('en'))

test('J9: a payer that the chair may not know yet is said to be hidden, not left empty', async () => {
  const row = {
    payer: '',
    is_payer_hidden: true,
    entry_no: 'GA-0031',
    title: 'Ondine',
    fee_type: 1,
  } as PaymentRow
  render(
    <Suspense>
      <PayerAndWork row={row} />
    </Suspense>,
  )
  expect(await screen.findByText('Payer hidden until the results')).toBeTruthy()
  expect(screen.getByText(/GA-0031 · Ondine/)).toBeTruthy()
})
