import type { InvoiceRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './invoices.module.css'

type InvoiceItemProps = {
  row: InvoiceRow
  mayWithdraw: boolean
  isBusy: boolean
  onOpen: () => void
}

/** One paper: what it is, for which work, how much, and the PDF. */
export function InvoiceItem({ row, mayWithdraw, isBusy, onOpen }: InvoiceItemProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { amount, currency } = row
  return (
    <div className={styles.item}>
      <div>
        <p className={styles.number}>{row.number}</p>
        <p className={styles.facts}>{t(`invoices.kind.${row.kind}`)}</p>
      </div>
      <div className={styles.matter}>
        <p>{row.title || t('untitled')}</p>
        <p className={styles.facts}>
          {t(`invoices.fee.${row.fee_type}`)} · {row.entry_no}
        </p>
      </div>
      <p className={styles.date}>{format.date(row.issued_at)}</p>
      <p className={styles.amount}>{format.money({ amount_minor: amount, currency })}</p>
      <div className={styles.acts}>
        <Button
          size="small"
          loading={isBusy}
          onClick={onOpen}
          aria-label={t('invoices.openOf', { number: row.number })}
        >
          {t('invoices.open')}
        </Button>
        {mayWithdraw && (
          <Link className={styles.withdraw} to={paths.account('withdrawal')}>
            {t('rights.withdrawal.begin')}
          </Link>
        )}
      </div>
    </div>
  )
}
