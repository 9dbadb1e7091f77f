import { openFile, useApiMutation, useApiQuery } from '@awards/shared/client'
import { documentsAdded, entriesAdded, type InvoiceRow } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { EmptyState, LinkButton, QueryState, SectionHeading, Button } from '@awards/shared/ui'
import { PageLinks } from '@awards/shared/list/page-links'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useListAddress } from '../list-address.ts'
import { useFormat } from '@awards/shared/i18n'
import styles from './invoices.module.css'

type InvoiceItemProps = {
  row: InvoiceRow
  mayWithdraw: boolean
  isBusy: boolean
  onOpen: (kind: PaperLink) => void
}

/** The PDF of a paper, or the same as a web page. */
type PaperLink = 'url' | 'page_url'

/** One paper: what it is, for which work, how much, and the PDF. */
function InvoiceItem({ row, mayWithdraw, isBusy, onOpen }: InvoiceItemProps) {
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
          onClick={() => onOpen('url')}
          aria-label={t('invoices.openOf', { number: row.number })}
        >
          {t('invoices.open')}
        </Button>
        <Button
          type="text"
          size="small"
          disabled={isBusy}
          onClick={() => onOpen('page_url')}
          aria-label={t('invoices.pageOf', { number: row.number })}
        >
          {t('invoices.page')}
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

/** All papers about money, the newest first. */
export function Invoices() {
  const { t } = useTranslation('entrant')
  const { wanted } = useListAddress()
  const { current, pageSize } = wanted
  const query = useApiQuery(documentsAdded.invoices, { current, pageSize })
  const contracts = useApiQuery(entriesAdded.withdrawals).data?.contracts ?? []
  const [print, { isLoading, originalArgs }] = useApiMutation(documentsAdded.printInvoice)
  const open = async (invoice_id: string, kind: PaperLink) => {
    const file = await print({ invoice_id })
      .unwrap()
      .catch(() => undefined)
    if (file) openFile(file[kind])
  }
  const mayWithdraw = ({ kind, apply_order_id, fee_type }: InvoiceRow) =>
    kind === 'invoice' &&
    contracts.some(
      (one) =>
        one.apply_order_id === apply_order_id && one.fee_type === fee_type && one.refusal === null,
    )
  return (
    <div className={styles.invoices}>
      <SectionHeading size="small">{t('invoices.title')}</SectionHeading>
      <QueryState query={query}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState
              title={t('invoices.empty.title')}
              action={<LinkButton to={paths.account()}>{t('account.tab.current')}</LinkButton>}
            >
              {t('invoices.empty.text')}
            </EmptyState>
          ) : (
            <>
              <ul className={styles.list} role="list">
                {list.map((row) => (
                  <li key={row.invoice_id}>
                    <InvoiceItem
                      row={row}
                      mayWithdraw={mayWithdraw(row)}
                      isBusy={isLoading && originalArgs?.invoice_id === row.invoice_id}
                      onOpen={(kind) => void open(row.invoice_id, kind)}
                    />
                  </li>
                ))}
              </ul>
              <PageLinks {...{ current, pageSize, total }} />
            </>
          )
        }
      </QueryState>
    </div>
  )
}
