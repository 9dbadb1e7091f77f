import type { AlertRow, PaymentRow } from '@awards/shared/contract'
import { paymentStatusText } from '@awards/shared/domain'
import type { OrderFacts } from '../payments/orders/order-facts.repository.ts'
import type { AlertRecord } from './alert-rows.repository.ts'
import type { PaymentRecord } from './payment-rows.repository.ts'

export const toPaymentRow = ({
  amount_minor,
  created_at,
  expires_at,
  paid_at,
  ...row
}: PaymentRecord): PaymentRow => ({
  ...row,
  status_text: paymentStatusText(row.status),
  amount: amount_minor,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  paid_at: paid_at?.toISOString() ?? null,
})

export const toAlertRow = ({ at, resolved_at, ...row }: AlertRecord): AlertRow => ({
  ...row,
  at: at.toISOString(),
  resolved_at: resolved_at?.toISOString() ?? null,
})

export const toRefundRow = ({
  created_at,
  updated_at,
  is_by_payer: _,
  ...row
}: OrderFacts['refunds'][number]) => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

export const toDocumentRow = ({
  id,
  gross,
  issued_at,
  ...row
}: OrderFacts['documents'][number]) => ({
  ...row,
  invoice_id: id,
  amount: gross,
  issued_at: issued_at.toISOString(),
})
