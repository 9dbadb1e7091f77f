import type { PaymentRow } from '@awards/shared/contract'
import type { RefundStatus } from '@awards/shared/domain'
import { Tag, type Tone } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'

const TONES: Record<string, Tone> = {
  awaiting: 'info',
  paid: 'success',
  failed: 'danger',
  refunding: 'warning',
  closing: 'info',
  mismatch: 'danger',
}
const REFUND_TONES: Record<RefundStatus, Tone> = {
  requested: 'warning',
  processing: 'info',
  succeeded: 'success',
  failed: 'danger',
}

/** Where a payment stands. */
export function PaymentTag({ status_text }: Pick<PaymentRow, 'status_text'>) {
  const { t } = useTranslation('books')
  return <Tag tone={TONES[status_text] ?? 'neutral'}>{t(`status.${status_text}`)}</Tag>
}

export function RefundTag({ status }: { status: RefundStatus }) {
  const { t } = useTranslation('books')
  return <Tag tone={REFUND_TONES[status]}>{t(`refundStatus.${status}`)}</Tag>
}
