import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../common/use-money.ts'
import styles from './order-button.module.css'

type OrderButtonProps = {
  amount: number
  currency: string
  isBusy: boolean
  /** The price for what the form says now is on its way. */
  isPricing: boolean
}

/** Orders and says what that costs; French law wants the duty to pay on the button itself (L221-14). */
export function OrderButton({ amount, currency, isBusy, isPricing }: OrderButtonProps) {
  const { t } = useTranslation('payment')
  const money = useMoney(currency)
  return (
    <Button
      block
      type="primary"
      size="large"
      htmlType="submit"
      className={styles.button ?? ''}
      loading={isBusy || isPricing}
    >
      <span className={styles.words}>
        <span className={styles.pay}>
          {isPricing
            ? t('pay.pricing')
            : amount === 0
              ? t('pay.free')
              : t('pay.submit', { amount: money(amount) })}
        </span>{' '}
        {amount > 0 && !isPricing && <span className={styles.duty}>{t('pay.duty')}</span>}
      </span>
    </Button>
  )
}
