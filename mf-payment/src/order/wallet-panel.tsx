import type { PaymentOrder } from '@awards/shared/contract'
import { FEE_TYPE } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { DefinitionList, LinkButton, PageHeader } from '@awards/shared/ui'
import { Button, QRCode } from 'antd'
import { useTranslation } from 'react-i18next'
import { TimeLeft } from '../common/time-left.tsx'
import { useMoney } from '../common/use-money.ts'
import { CopyText } from './copy-text.tsx'
import type { OrderState } from './order-state.ts'
import { useCode } from './use-code.ts'
import styles from './wallet-panel.module.css'

type WalletPanelProps = { order: PaymentOrder; state: OrderState; isLost: boolean }

const SIZE = 264

/** The code to scan, how much, until when, and what to do when it has run out. */
export function WalletPanel({ order, state, isLost }: WalletPanelProps) {
  const { t } = useTranslation('payment')
  const money = useMoney(order.currency)
  const isOpen = state === 'waiting'
  const { code, ask, isAsking } = useCode(order, isOpen)
  const status = !isOpen ? 'expired' : code ? 'active' : 'loading'
  const another =
    order.fee_type === FEE_TYPE.entry
      ? paths.pay(order.apply_order_id)
      : paths.payPackage(order.apply_order_id)
  return (
    <>
      <PageHeader
        eyebrow={order.entry_no}
        title={t(isOpen ? 'wallet.title' : 'wallet.expired')}
        lead={t(isOpen ? 'wallet.lead' : 'wallet.expiredLead')}
      />
      <div className={styles.layout}>
        <figure className={styles.code}>
          <QRCode
            // Under a mask the real code could still be read by a camera.
            value={status === 'active' && code ? code : '-'}
            status={isAsking ? 'loading' : status}
            onRefresh={() => void ask()}
            size={SIZE}
            errorLevel="M"
            color="#000"
            bgColor="#fff"
            bordered={false}
            aria-label={t('wallet.alt')}
          />
          <figcaption>
            <span role="status">
              {isLost ? t('wallet.lost') : t(isOpen ? 'wallet.waiting' : 'wallet.closed')}
            </span>
          </figcaption>
        </figure>
        <div className={styles.words}>
          <p className={styles.amount}>{money(order.amount)}</p>
          <DefinitionList
            items={[
              { term: t('order.work'), detail: order.title },
              { term: t('order.number'), detail: order.order_no },
              {
                term: t('wallet.left'),
                detail: isOpen ? <TimeLeft until={order.expires_at} /> : t('wallet.over'),
              },
            ]}
          />
          {isOpen && (
            <ol className={styles.how}>
              {[1, 2, 3].map((step) => (
                <li key={step}>{t(`wallet.how.${step}`)}</li>
              ))}
            </ol>
          )}
          <div className={styles.actions}>
            {!isOpen && (
              <Button type="primary" size="large" loading={isAsking} onClick={() => void ask()}>
                {t('wallet.refresh')}
              </Button>
            )}
            <LinkButton to={another}>{t('wallet.another')}</LinkButton>
          </div>
          {isOpen && code && <CopyText label={t('wallet.link')} text={code} />}
        </div>
      </div>
    </>
  )
}
