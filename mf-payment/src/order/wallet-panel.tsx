import { Billing, type PaymentOrder, payments } from '@awards/shared/contract'
import { Button, LinkButton, Loader } from '@awards/shared/ui'
import { QRCodeCanvas } from '@rc-component/qrcode'
import { useTranslation } from 'react-i18next'
import { PracticeNote } from '../common/note.tsx'
import { TimeAnnouncer, TimeLeft } from '../common/site-clock.tsx'
import { useRef, useEffect, useEffectEvent, useState } from 'react'
import styles from './wallet-panel.module.css'
import { CopyText } from '../common/copy.tsx'
import { usePayerPrice } from '../common/use-money.ts'
import { feePage, isEntryFee, useNextAction } from './payment-order.ts'
import { OrderFacts } from './order-facts.tsx'
import { paths } from '@awards/shared/paths'
import { useNavigate } from 'react-router-dom'
import { callApi, useApiMutation } from '@awards/shared/client'
import { taxBuyer, useKnownBilling } from '../pay/billing.ts'

/** The code of an open wallet order; one that came without is asked for it. */
function useCode(order: PaymentOrder, isWaiting: boolean) {
  const { order_no, apply_order_id } = order
  const navigate = useNavigate()
  const action = useNextAction(order)
  const [asked, setAsked] = useState<string>()
  const [askEntry, entryState] = useApiMutation(payments.getEntryFeeQrcode)
  const [askPackage, packageState] = useApiMutation(payments.getAwardedQrcode)
  const code = (action?.type === 'qrcode' && action.code_url) || asked

  const ask = async () => {
    const request = isEntryFee(order) ? askEntry : askPackage
    const answer = await request({ apply_order_id })
      .unwrap()
      .catch(() => undefined)
    if (!answer) return
    if (answer.order_no === order_no) setAsked(answer.code_url)
    else navigate(paths.payResult(answer.order_no), { replace: true })
  }
  // The code of a basket is opened again on its own page.
  const isMissing = isWaiting && !code && !order.lines
  // Asked once for each order on screen; a failure offers the button instead.
  const askForCode = useEffectEvent(() => void ask())
  useEffect(() => {
    if (isMissing) askForCode()
  }, [isMissing, order_no])

  return { code, ask, isAsking: entryState.isLoading || packageState.isLoading }
}

/**
 * Another order in the place of one that has run out: the same way to pay, the same address. Where the
 * price has become another one, or the address is not known, the payer decides on the fee page.
 */
function useRenewal(order: PaymentOrder) {
  const navigate = useNavigate()
  const { billing, isLoading } = useKnownBilling()
  const [isRenewing, setRenewing] = useState(false)

  async function reopen(to: Billing) {
    const { apply_order_id, channel } = order
    const buyer = taxBuyer(to)
    const quote = await callApi(payments.getEntryFee, {
      apply_order_id,
      ...(buyer && { buyer }),
    })
    if (quote.amount !== order.amount) return undefined
    const { quote_id } = quote
    return callApi(payments.entryFeePayment, { apply_order_id, channel, quote_id, billing: to })
  }

  async function renew() {
    const complete = Billing.safeParse(billing).data
    if (!complete || !isEntryFee(order) || order.lines) return navigate(feePage(order))
    setRenewing(true)
    try {
      const started = await reopen(complete)
      if (!started) return navigate(feePage(order))
      const { order_no, action } = started
      navigate(paths.payResult(order_no), { replace: true, state: { action } })
    } catch {
      // The catalogue of errors has said it.
    } finally {
      setRenewing(false)
    }
  }
  return { renew, isRenewing: isRenewing || isLoading }
}

/** Width of the code with its quiet zone in CSS pixels. */
const SIZE = 296
/** Modules of the quiet zone (ISO/IEC 18004, 9.1), also in the picture that a phone saves. */
const QUIET_ZONE = 4

type CodeFigureProps = {
  /** Undefined while it is on its way. */
  code: string | undefined
  isExpired: boolean
  isAsking: boolean
  onRefresh: () => void
  orderNo: string
}

/** The QR code; a phone, which cannot scan its own screen, saves it and opens it in WeChat. */
function CodeFigure({ code, isExpired, isAsking, onRefresh, orderNo }: CodeFigureProps) {
  const { t } = useTranslation('payment')
  const figure = useRef<HTMLElement>(null)
  const isActive = !isExpired && !isAsking && code !== undefined
  const status = isActive ? 'active' : isExpired && !isAsking ? 'expired' : 'loading'

  function save() {
    const picture = figure.current?.querySelector('canvas')
    if (!picture) return
    const link = document.createElement('a')
    link.href = picture.toDataURL('image/png')
    link.download = `wechat-${orderNo}.png`
    link.click()
  }

  return (
    <figure className={styles.figure} ref={figure}>
      <div className={`${styles.code} ${isActive ? '' : styles.none}`}>
        {isActive && (
          <QRCodeCanvas
            value={code}
            size={SIZE}
            marginSize={QUIET_ZONE}
            level="M"
            style={{ width: '100%', height: 'auto' }}
            aria-label={t('wallet.alt')}
          />
        )}
        {status === 'loading' && <Loader label={t('wallet.status.loading')} />}
        {status === 'expired' && (
          <Button type="primary" onClick={onRefresh}>
            {t('wallet.refresh')}
          </Button>
        )}
      </div>
      <figcaption className={styles.caption}>{t(`wallet.status.${status}`)}</figcaption>
      {isActive && (
        <div className={styles.codePhone}>
          <Button onClick={save}>{t('wallet.save')}</Button>
          <LinkButton to="weixin://" type="primary">
            {t('wallet.open')}
          </LinkButton>
        </div>
      )}
    </figure>
  )
}

type WalletPanelProps = { order: PaymentOrder; state: 'waiting' | 'expired' }

const STEPS = [1, 2, 3]

/** The code to scan, how much, until when, and what to do when it has run out. */
export function WalletPanel({ order, state }: WalletPanelProps) {
  const { t } = useTranslation('payment')
  const isWaiting = state === 'waiting'
  const { code, ask, isAsking } = useCode(order, isWaiting)
  const { renew, isRenewing } = useRenewal(order)
  const refresh = () => void (isWaiting && !order.lines ? ask() : renew())
  const isBusy = isAsking || (!isWaiting && isRenewing)
  const payerPrice = usePayerPrice()
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
              term: t('wallet.payer'),
              detail: payerPrice(
                { amount_minor: order.amount, currency: order.currency },
                order.payer_rate,
              ),
            },
            {
              term: t('wallet.left'),
              detail: isWaiting ? <TimeLeft until={order.expires_at} /> : t('wallet.over'),
            },
          ]}
        />
        {isWaiting && <TimeAnnouncer until={order.expires_at} />}
        {isWaiting && <How />}
        <div className={styles.actions}>
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
