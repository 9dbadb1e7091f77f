import { type Contract, entriesAdded } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { EmptyState, LinkButton, QueryState, SectionHeading, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useFormat, translateMessage } from '@awards/shared/i18n'
import { Button, Alert } from 'antd'
import { useState, useEffect, useRef } from 'react'
import { failureOf, openFile, useApiMutation, useApiQuery } from '@awards/shared/client'
import { useCurrentUser } from '@awards/shared/session'
import styles from './withdrawal.module.css'

type ReceiptProps = {
  withdrawal: NonNullable<Contract['withdrawal']>
  /** It has been given just now: the focus goes to it. */
  isNew: boolean
}

/** The acknowledgement with its date and time, to be kept. */
function Receipt({ withdrawal: { reference, received_at }, isNew }: ReceiptProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const words = useRef<HTMLParagraphElement>(null)
  const { refetch, isFetching } = useApiQuery(entriesAdded.withdrawals)
  useEffect(() => {
    if (isNew) words.current?.focus()
  }, [isNew])

  // A link is good for minutes: it is asked for at the moment it is used.
  const open = async (kind: 'receipt_url' | 'receipt_page_url') => {
    const { data } = await refetch()
    const own = data?.contracts.find((one) => one.withdrawal?.reference === reference)
    openFile(own?.withdrawal?.[kind])
  }
  return (
    <div className={styles.receipt}>
      <p ref={words} tabIndex={-1}>
        {t('rights.withdrawal.received', {
          reference,
          date: format.date(received_at, 'datetime'),
        })}
      </p>
      <div className={styles.buttons}>
        <Button loading={isFetching} onClick={() => void open('receipt_url')}>
          {t('rights.withdrawal.receipt')}
        </Button>
        <Button type="text" disabled={isFetching} onClick={() => void open('receipt_page_url')}>
          {t('rights.withdrawal.receiptPage')}
        </Button>
      </div>
    </div>
  )
}

type ConfirmWithdrawalProps = { contract: Contract; onCancel: () => void }

/** The second step: the declaration in full, then the button that makes it. */
function ConfirmWithdrawal({ contract, onCancel }: ConfirmWithdrawalProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const user = useCurrentUser()
  const heading = useRef<HTMLHeadingElement>(null)
  const [withdraw, { isLoading, error }] = useApiMutation(entriesAdded.withdrawal)
  const { apply_order_id, order_no, amount, currency, fee_type } = contract
  useEffect(() => heading.current?.focus(), [])
  const message = error && failureOf(error).msg
  return (
    <div className={styles.confirm}>
      <h4 ref={heading} tabIndex={-1} className={styles.name}>
        {t('rights.withdrawal.confirmTitle')}
      </h4>
      <p className={styles.declaration}>
        {t('rights.withdrawal.declaration', {
          name: [user?.first_name, user?.last_name].filter(Boolean).join(' '),
          fee: t(`invoices.fee.${fee_type}`),
          title: contract.title || t('untitled'),
          number: contract.entry_no,
          order: order_no,
          date: format.date(contract.paid_at),
        })}
      </p>
      <ul className={styles.points}>
        <li>{t(`rights.withdrawal.consequence.${fee_type}`)}</li>
        <li>
          {t('rights.withdrawal.refund', {
            amount: format.money({ amount_minor: amount, currency }),
          })}
        </li>
        <li>{t('rights.withdrawal.receiptTo', { email: user?.email })}</li>
      </ul>
      {typeof message === 'string' && (
        <Alert type="error" role="alert" title={translateMessage(message)} />
      )}
      <div className={styles.buttons}>
        <Button
          type="primary"
          loading={isLoading}
          onClick={() => void withdraw({ apply_order_id, order_no, confirmed: true })}
        >
          {t('rights.withdrawal.confirm')}
        </Button>
        <Button onClick={onCancel}>{t('rights.withdrawal.keep')}</Button>
      </div>
    </div>
  )
}

/** One contract: what was paid for, until when it can be withdrawn from, and the first of two steps. */
function ContractItem({ contract }: { contract: Contract }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const { title, entry_no, fee_type, amount, currency, refusal, withdrawal } = contract
  const name = title || t('untitled')
  const heading = t('action.of', { action: t(`invoices.fee.${fee_type}`), title: name })
  const until = format.date(contract.withdraw_until, 'datetime')
  return (
    <article className={styles.contract} aria-label={heading}>
      <div className={styles.words}>
        <h3 className={styles.name}>{heading}</h3>
        <p className={styles.facts}>
          {entry_no} · {contract.order_no} · {format.money({ amount_minor: amount, currency })} ·{' '}
          {t('rights.withdrawal.paid', { date: format.date(contract.paid_at) })}
        </p>
        {!withdrawal && (
          <p className={refusal ? styles.facts : styles.until}>
            {refusal
              ? t(`rights.withdrawal.refusal.${refusal}`, { date: until })
              : t('rights.withdrawal.until', { date: until })}
          </p>
        )}
      </div>
      {!refusal && !withdrawal && !isAsking && (
        <Button onClick={() => setAsking(true)}>{t('rights.withdrawal.begin')}</Button>
      )}
      {isAsking && !withdrawal && (
        <ConfirmWithdrawal contract={contract} onCancel={() => setAsking(false)} />
      )}
      {withdrawal && <Receipt withdrawal={withdrawal} isNew={isAsking} />}
    </article>
  )
}

/** A withdrawn contract comes last, one that can still be withdrawn from first. */
const rank = ({ refusal, withdrawal }: Contract) => (withdrawal ? 2 : refusal ? 1 : 0)

/** The online withdrawal of consumers (code de la consommation, L221-21). */
export function Withdrawal() {
  const { t } = useTranslation('entrant')
  const query = useApiQuery(entriesAdded.withdrawals)
  return (
    <div className={styles.withdrawal}>
      <SectionHeading size="small">{t('rights.withdrawal.title')}</SectionHeading>
      <p className={styles.text}>{t('rights.withdrawal.text')}</p>
      <QueryState query={query}>
        {({ contracts }) =>
          contracts.length === 0 ? (
            <EmptyState
              title={t('rights.withdrawal.empty.title')}
              action={<LinkButton to={paths.account()}>{t('account.tab.current')}</LinkButton>}
            >
              {t('rights.withdrawal.empty.text')}
            </EmptyState>
          ) : (
            <ul className={styles.list} role="list">
              {contracts
                .toSorted((a, b) => rank(a) - rank(b) || b.paid_at.localeCompare(a.paid_at))
                .map((contract) => (
                  <li key={`${contract.order_no} ${contract.apply_order_id}`}>
                    <ContractItem contract={contract} />
                  </li>
                ))}
            </ul>
          )
        }
      </QueryState>
      <p className={styles.policy}>
        <TextLink to={paths.withdrawal}>{t('rights.withdrawal.policy')}</TextLink>
      </p>
    </div>
  )
}
