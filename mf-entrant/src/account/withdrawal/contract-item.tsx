import type { Contract } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import { Receipt } from './receipt.tsx'
import styles from './withdrawal.module.css'

/** One contract: what was paid for, until when it can be withdrawn from, and the first of two steps. */
export function ContractItem({ contract }: { contract: Contract }) {
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
