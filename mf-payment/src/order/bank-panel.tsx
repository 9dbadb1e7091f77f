import { openFile, useApiMutation } from '@awards/shared/client'
import { documents, documentsAdded, type PaymentOrder } from '@awards/shared/contract'
import { majorUnits, minorDigits } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { Button, LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../common/use-money.ts'
import styles from './bank-panel.module.css'
import { CopyText } from '../common/copy.tsx'
import { Note } from '../common/note.tsx'
import { accountPage, feePage, isEntryFee, useNextAction } from './payment-order.ts'
import { OrderWorks } from './order-facts.tsx'

const compact = (iban: string) => iban.replace(/\s/g, '')
/** An IBAN in groups of four, as people read it. */
const grouped = (iban: string) => compact(iban).replace(/(.{4})(?=.)/g, '$1 ')

/** The account and the reference for a transfer, each to be copied. */
export function BankPanel({ order }: { order: PaymentOrder }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const money = useMoney(order.currency)
  const account = useNextAction(order)
  const isBank = account?.type === 'bank'
  const { amount: amount_minor, currency } = order
  return (
    <>
      <div className={styles.details}>
        <CopyText label={t('bank.reference')} text={isBank ? account.reference : order.order_no} />
        <CopyText
          label={t('order.amount')}
          // The form of a bank takes digits alone: no currency, and nothing between thousands.
          text={format.number(majorUnits({ amount_minor, currency }), {
            minimumFractionDigits: minorDigits(currency),
            useGrouping: false,
          })}
          shown={money(amount_minor)}
        />
        {isBank ? (
          <>
            <CopyText label={t('bank.holder')} text={account.holder} />
            <CopyText label="IBAN" text={compact(account.iban)} shown={grouped(account.iban)} />
            <CopyText label="BIC" text={account.bic} />
          </>
        ) : (
          <Note>
            <p>{t('bank.again')}</p>
            <LinkButton size="small" to={feePage(order)}>
              {t('bank.show')}
            </LinkButton>
          </Note>
        )}
      </div>
      {order.lines && (
        <div className={styles.works}>
          <h2>{t('bank.works')}</h2>
          <OrderWorks order={order} />
        </div>
      )}
      <p className={styles.note}>{t('bank.note')}</p>
      <div className={styles.actions}>
        <LinkButton type="primary" size="large" to={accountPage(order)}>
          {t('account')}
        </LinkButton>
        {isEntryFee(order) && !order.lines && <Proforma id={order.apply_order_id} />}
        <LinkButton size="large" to={feePage(order)}>
          {t('another')}
        </LinkButton>
      </div>
    </>
  )
}

/** Accounts departments transfer against a paper; the invoice itself follows the money. */
function Proforma({ id }: { id: string }) {
  const { t } = useTranslation('payment')
  const [create, creating] = useApiMutation(documents.createEntryFeeInvoice)
  const [print, printing] = useApiMutation(documentsAdded.printInvoice)
  async function open() {
    const { invoice_id } = await create({ apply_order_id: id }).unwrap()
    const { url } = await print({ invoice_id }).unwrap()
    openFile(url)
  }
  return (
    <Button
      size="large"
      loading={creating.isLoading || printing.isLoading}
      // A refusal is shown by the catalogue of errors.
      onClick={() => void open().catch(() => undefined)}
    >
      {t('bank.proforma')}
    </Button>
  )
}
