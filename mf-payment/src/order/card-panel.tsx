import type { PaymentOrder } from '@awards/shared/contract'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { PracticeNote } from '../common/note.tsx'
import { TimeAnnouncer, TimeLeft } from '../common/site-clock.tsx'
import styles from './card-panel.module.css'
import { feePage, useNextAction } from './payment-order.ts'
import { OrderFacts } from './order-facts.tsx'

type CardPanelProps = {
  order: PaymentOrder
  state: 'waiting' | 'expired'
  /** The payer says to have paid, by coming back; the card service has not said so yet. */
  isConfirming: boolean
}

/** The way to the page of a payment service, such as the one that takes the card; this site never sees its number. */
export function CardPanel({ order, state, isConfirming }: CardPanelProps) {
  const { t } = useTranslation('payment')
  const action = useNextAction(order)
  const isWaiting = state === 'waiting'
  const button = isConfirming ? 'back' : 'continue'
  const page = isWaiting && action?.type === 'redirect' ? action.url : undefined
  return (
    <div className={styles.panel}>
      <PracticeNote />
      <OrderFacts
        order={order}
        more={[
          {
            term: t('card.left'),
            detail: isWaiting ? <TimeLeft until={order.expires_at} /> : t('wallet.over'),
          },
        ]}
      />
      {isWaiting && <TimeAnnouncer until={order.expires_at} />}
      <div className={styles.actions}>
        {page && (
          <LinkButton type={isConfirming ? 'default' : 'primary'} size="large" to={page}>
            {t([`${order.channel}.${button}`, `redirect.${button}`])}
          </LinkButton>
        )}
        <LinkButton
          size="large"
          type={page || isWaiting ? 'default' : 'primary'}
          to={feePage(order)}
        >
          {t(isWaiting ? 'another' : 'again')}
        </LinkButton>
      </div>
    </div>
  )
}
