import type { Contract } from '@awards/shared/contract'
import { failureOf } from '@awards/shared/client'
import { translateMessage, useFormat } from '@awards/shared/i18n'
import { useCurrentUser } from '@awards/shared/session'
import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useWithdrawFromContractMutation } from '../../entrant.api.ts'
import styles from './withdrawal.module.css'

type ConfirmWithdrawalProps = { contract: Contract; onCancel: () => void }

/** The second step: the declaration in full, then the button that makes it. */
export function ConfirmWithdrawal({ contract, onCancel }: ConfirmWithdrawalProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const user = useCurrentUser()
  const heading = useRef<HTMLHeadingElement>(null)
  const [withdraw, { isLoading, error }] = useWithdrawFromContractMutation()
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
