import type { PaymentRow } from '@awards/shared/contract'
import { Link, useLocation } from 'react-router-dom'
import { Tag } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { PaymentTag } from './payment-tag.tsx'
import styles from './row-parts.module.css'

type RowProps = { row: PaymentRow }

/** Opens a payment beside the list, which stays as it is. */
export function RowLink({ row }: RowProps) {
  const { search } = useLocation()
  const next = new URLSearchParams(search)
  next.set('order', row.order_no)
  return (
    <Link to={{ search: `?${next}` }} preventScrollReset className={styles.order}>
      {row.order_no}
    </Link>
  )
}

export function PayerAndWork({ row }: RowProps) {
  const { t } = useTranslation('books')
  const fee = row.fee_type === 1 ? 'entry' : 'winner_package'
  return (
    <span className={styles.payer}>
      <b className={styles.name}>{row.is_payer_hidden ? t('blindPayer') : row.payer}</b>
      <small className={styles.work}>
        {row.entry_no} · {row.title || t('untitled')} · {t(`fee.${fee}`)}
      </small>
    </span>
  )
}

/** Where the payment stands, and what is special about it. */
export function PaymentState({ row }: RowProps) {
  const { t } = useTranslation('books')
  return (
    <span className={styles.state}>
      <PaymentTag status_text={row.status_text} />
      {row.is_late && <Tag tone="neutral">{t('flag.late')}</Tag>}
      {row.is_duplicate && <Tag tone="warning">{t('flag.duplicate')}</Tag>}
      {row.alerts.map((code) => (
        <Tag key={code} tone="danger">
          {t(`alert.code.${code}`)}
        </Tag>
      ))}
    </span>
  )
}
