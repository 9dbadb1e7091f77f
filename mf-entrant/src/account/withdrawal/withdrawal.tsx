import type { Contract } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { EmptyState, LinkButton, QueryView, SectionHeading, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useContractsQuery } from '../../entrant.api.ts'
import { useFormat } from '@awards/shared/i18n'
import { Button } from 'antd'
import { useState } from 'react'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import { Receipt } from './receipt.tsx'
import styles from './withdrawal.module.css'

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
  const query = useContractsQuery()
  return (
    <div className={styles.withdrawal}>
      <SectionHeading size="small">{t('rights.withdrawal.title')}</SectionHeading>
      <p className={styles.text}>{t('rights.withdrawal.text')}</p>
      <QueryView query={query}>
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
                  <li key={contract.order_no}>
                    <ContractItem contract={contract} />
                  </li>
                ))}
            </ul>
          )
        }
      </QueryView>
      <p className={styles.policy}>
        <TextLink to={paths.withdrawal}>{t('rights.withdrawal.policy')}</TextLink>
      </p>
    </div>
  )
}
