import type { PaymentOrder } from '@awards/shared/contract'
import { LinkButton } from '@awards/shared/ui'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { PracticeNote } from '../common/practice-note.tsx'
import { TimeAnnouncer } from '../common/time-announcer.tsx'
import { TimeLeft } from '../common/time-left.tsx'
import { CodeFigure } from './code-figure.tsx'
import { CopyText } from './copy-text.tsx'
import { feePage } from './fee-page.ts'
import { OrderFacts } from './order-facts.tsx'
import { useCode } from './use-code.ts'
import { useRenewal } from './use-renewal.ts'
import styles from './wallet-panel.module.css'

type WalletPanelProps = { order: PaymentOrder; state: 'waiting' | 'expired' }

const STEPS = [1, 2, 3]

/** The code to scan, how much, until when, and what to do when it has run out. */
export function WalletPanel({ order, state }: WalletPanelProps) {
  const { t } = useTranslation('payment')
  const isWaiting = state === 'waiting'
  const { code, ask, isAsking } = useCode(order, isWaiting)
  const { renew, isRenewing } = useRenewal(order)
  const refresh = () => void (isWaiting ? ask() : renew())
  const isBusy = isAsking || (!isWaiting && isRenewing)
  return (
    <div className={styles.layout}>
      <CodeFigure
        code={code}
        isExpired={!isWaiting || (!code && !isAsking)}
        isAsking={isBusy}
        onRefresh={refresh}
        orderNo={order.order_no}
      />
      <div className={styles.words}>
        <PracticeNote />
        <OrderFacts
          order={order}
          more={[
            {
              term: t('wallet.left'),
              detail: isWaiting ? <TimeLeft until={order.expires_at} /> : t('wallet.over'),
            },
          ]}
        />
        {isWaiting && <TimeAnnouncer until={order.expires_at} />}
        {isWaiting && <How />}
        <div className={styles.actions}>
          {!isWaiting && (
            <Button type="primary" size="large" loading={isBusy} onClick={refresh}>
              {t('wallet.refresh')}
            </Button>
          )}
          <LinkButton size="large" to={feePage(order)}>
            {t('another')}
          </LinkButton>
        </div>
        {isWaiting && code && <CopyText label={t('wallet.link')} text={code} />}
      </div>
    </div>
  )
}

/** Scanning with the phone, or with the phone on which the page itself is read. */
function How() {
  const { t } = useTranslation('payment')
  return (['scan', 'phone'] as const).map((way) => (
    <ol key={way} className={styles[way]}>
      {STEPS.map((step) => (
        <li key={step}>{t(`wallet.how.${way}.${step}`)}</li>
      ))}
    </ol>
  ))
}
