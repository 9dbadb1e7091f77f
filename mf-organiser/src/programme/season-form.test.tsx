import type { SeasonDocument } from '@awards/shared/contract'
import { renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import { Form, type FormInstance } from 'antd'
import '../routes.tsx'
import { SeasonForm } from './season-form.tsx'

const span = { starts_at: '2027-01-01 00:00', ends_at: '2027-02-01 00:00' }
const season: SeasonDocument = {
  code: 'S1',
  name: { en: 'Season 1' },
  year: 2027,
  season: 1,
  status: 'upcoming',
  rules_version: '1',
  opens_at: span.starts_at,
  closes_at: span.ends_at,
  results_at: span.ends_at,
  phases: [],
  fee_periods: [{ code: 'regular', ...span }],
  entry_fees: { professional: { regular: [31_200, 20_000] } },
}

test.each([
  ['EUR', '312.00', '250', 25_000],
  ['JPY', '31200', '150000', 150_000],
  ['KWD', '31.200', '25.125', 25_125],
])(
  'a price in %s is typed in its units and kept in minor ones',
  async (currency, shown, typed, kept) => {
    let form: FormInstance | undefined
    function Page() {
      ;[form] = Form.useForm()
      return (
        <Form form={form} initialValues={season}>
          <SeasonForm form={form} initial={season} isNew={false} currency={currency} />
        </Form>
      )
    }
    const { user } = await renderRoutes([{ path: '/', Component: Page }], '/')
    const [price] = await screen.findAllByLabelText(/^Professional, /)
    if (!price) throw new Error('No price is on the page')
    expect(price).toHaveValue(shown)
    const prices = () => form?.getFieldValue(['entry_fees', 'professional', 'regular'])
    await user.clear(price)
    expect(prices()).toEqual([null, 20_000])
    await user.type(price, typed)
    await user.tab()
    expect(prices()).toEqual([kept, 20_000])
  },
)
