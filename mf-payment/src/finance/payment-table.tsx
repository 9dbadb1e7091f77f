import type { PaymentRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Table, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { Amount } from './amount.tsx'
import { PayerAndWork, PaymentState, RowLink } from './row-parts.tsx'
import styles from './payment-table.module.css'

/** The payments as a table, for screens with room. */
export function PaymentTable({ rows }: { rows: PaymentRow[] }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  const columns: TableColumnsType<PaymentRow> = [
    { key: 'order', title: t('column.order'), render: (_, row) => <RowLink row={row} /> },
    { key: 'payer', title: t('column.payer'), render: (_, row) => <PayerAndWork row={row} /> },
    {
      key: 'channel',
      title: t('column.channel'),
      render: (_, row) => t(`channel.${row.channel}`),
    },
    {
      key: 'day',
      title: t('column.day'),
      render: (_, row) => (
        <time dateTime={row.paid_at ?? row.created_at} className={styles.day}>
          {format.date(row.paid_at ?? row.created_at, 'short')}
        </time>
      ),
    },
    {
      key: 'invoice',
      title: t('column.invoice'),
      render: (_, row) => <span className={styles.number}>{row.invoice_no ?? '–'}</span>,
    },
    {
      key: 'amount',
      title: t('column.amount'),
      align: 'right',
      render: (_, row) => <Amount minor={row.amount} currency={row.currency} />,
    },
    {
      key: 'refunded',
      title: t('column.refunded'),
      align: 'right',
      render: (_, row) => (
        <Amount minor={row.refunded === 0 ? null : -row.refunded} currency={row.currency} />
      ),
    },
    { key: 'status', title: t('column.status'), render: (_, row) => <PaymentState row={row} /> },
  ]
  return (
    <Table<PaymentRow>
      className={styles.table ?? ''}
      rowKey="order_no"
      columns={columns}
      dataSource={rows}
      pagination={false}
      size="middle"
    />
  )
}
