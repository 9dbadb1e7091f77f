import { money, documents, type PlatformState } from '@awards/shared/contract'
import { CHANNEL_FACTS, PAYMENT_STATUS, FEE_TYPE } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { DefinitionList, Tag, TextLink, type Tone } from '@awards/shared/ui'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useChannelName } from '../common/use-money.ts'
import { Amount, PaymentState, RefundTag } from './finance-list.tsx'
import { Note } from '../common/note.tsx'
import styles from './payment-detail.module.css'
import { PaymentHistory, type Payment, RefundForm } from './refund-form.tsx'
import { fieldErrors, openFile, useApiMutation, failureSentence } from '@awards/shared/client'
import { Button, App, Form, Input } from 'antd'
import { useUnsavedWork } from '@awards/shared/session'

const PLATFORM_TONES: Record<PlatformState['state'], Tone> = {
  waiting: 'info',
  no_address: 'warning',
  sending: 'info',
  sent: 'info',
  checked: 'success',
  refused: 'danger',
}
const CONTESTED = ['207', '210']

type PaperAtPlatformProps = { number: string; invoiceId: string; platform: PlatformState }

/** Where an invoice stands at the approved platform, since when and why. */
function PaperAtPlatform({ number, invoiceId, platform }: PaperAtPlatformProps) {
  const { t, i18n } = useTranslation('books')
  const format = useFormat()
  const { message } = App.useApp()
  const [sendAgain, { isLoading }] = useApiMutation(money.sendInvoiceAgain)
  const { state, code, at, reason } = platform
  const known = `platform.code.${code}`
  const words =
    code === null
      ? t(`platform.state.${state}`)
      : i18n.exists(known, { ns: 'books' })
        ? t(known)
        : t('platform.unknown', { code })
  const isContested = code !== null && CONTESTED.includes(code)
  const again = async () => {
    const answer = await sendAgain({ invoice_id: invoiceId })
    if ('error' in answer) void message.error(failureSentence(answer.error))
    else void message.success(t('platform.sentAgain'))
  }
  return (
    <div className={styles.platform}>
      <Tag tone={isContested ? 'danger' : PLATFORM_TONES[state]}>{words}</Tag>
      {at && <small className={styles.note}>{format.date(at, 'datetime')}</small>}
      {reason && <p className={styles.note}>{reason}</p>}
      {platform.can_send_again && (
        <Button
          loading={isLoading}
          onClick={() => void again()}
          aria-label={t('platform.againOf', { number })}
        >
          {t('platform.again')}
        </Button>
      )}
    </div>
  )
}

/** Invoices and credit notes of a payment; the invoice opens as its payer has it. */
function PaymentPapers({ payment }: { payment: Payment }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  const [printEntry, entry] = useApiMutation(documents.printEntryFeeInvoice)
  const [printPackage, winner] = useApiMutation(documents.printWinnerPackageFeeInvoice)
  const open = async () => {
    const print = payment.fee_type === FEE_TYPE.entry ? printEntry : printPackage
    const answer = await print({ apply_order_id: payment.apply_order_id })
    if (!('error' in answer)) openFile(answer.data?.url)
  }
  return (
    <>
      <ul className={styles.rows} role="list">
        {payment.documents.map(({ invoice_id, number, kind, amount, issued_at, platform }) => (
          <li key={invoice_id} className={styles.row}>
            <span className={styles.detailWhat}>
              <span>
                {t(`papers.kind.${kind}`)} {number}
              </span>
              <small className={styles.note}>{format.date(issued_at)}</small>
            </span>
            <Amount minor={amount} currency={payment.currency} />
            {platform && (
              <PaperAtPlatform number={number} invoiceId={invoice_id} platform={platform} />
            )}
          </li>
        ))}
      </ul>
      {payment.invoice_no && (
        <Button
          className={styles.action ?? ''}
          loading={entry.isLoading || winner.isLoading}
          onClick={() => void open()}
        >
          {t('papers.open')}
        </Button>
      )}
    </>
  )
}

type Values = { reference: string; value_date: string }
type ConfirmRefundProps = { number: string; onDone: () => void }

/** The bank's own words for a transfer that went back. */
function ConfirmRefund({ number, onDone }: ConfirmRefundProps) {
  const { t } = useTranslation('books')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [confirm, { isLoading }] = useApiMutation(money.confirmRefund)
  useUnsavedWork(() => form.isFieldsTouched())

  const send = async (values: Values) => {
    const answer = await confirm({ out_refund_no: number, ...values })
    if (!('error' in answer)) {
      void message.success(t('refund.confirmed'))
      return onDone()
    }
    const fields = fieldErrors(answer.error)
    if (fields.length > 0) form.setFields(fields as Parameters<typeof form.setFields>[0])
    else void message.error(failureSentence(answer.error))
  }
  return (
    <Form form={form} layout="vertical" onFinish={(values) => void send(values)}>
      <div className={styles.fields}>
        <Form.Item
          name="reference"
          label={t('refund.reference')}
          rules={[{ required: true, whitespace: true, message: t('refund.referenceNeeded') }]}
        >
          <Input maxLength={80} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="value_date"
          label={t('refund.date')}
          rules={[{ required: true, message: t('refund.dateNeeded') }]}
        >
          <Input type="date" />
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" loading={isLoading}>
        {t('refund.confirm')}
      </Button>
    </Form>
  )
}

/** What was sent back, or is on its way; a transfer waits for the word of a person. */
function PaymentRefunds({ payment }: { payment: Payment }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  const [asked, setAsked] = useState<string>()
  return (
    <ul className={styles.rows} role="list">
      {payment.refunds.map((refund) => {
        const isOpen = refund.status === 'requested' || refund.status === 'processing'
        const isOurs = CHANNEL_FACTS[payment.channel].isManual && isOpen
        return (
          <li key={refund.out_refund_no} className={styles.row}>
            <span className={styles.detailWhat}>
              <span>{refund.is_automatic ? t('refund.automatic') : refund.reason}</span>
              {refund.entry_no && <small className={styles.note}>{refund.entry_no}</small>}
              <small className={styles.note}>
                {format.date(refund.created_at, 'datetime')}
                {refund.requested_by && ` · ${refund.requested_by}`}
              </small>
              <small className={styles.note}>{refund.out_refund_no}</small>
            </span>
            <span className={styles.side}>
              <Amount minor={-refund.amount_minor} currency={payment.currency} />
              <RefundTag status={refund.status} />
            </span>
            {isOurs && asked !== refund.out_refund_no && (
              <Button onClick={() => setAsked(refund.out_refund_no)}>{t('refund.sent')}</Button>
            )}
            {isOurs && asked === refund.out_refund_no && (
              <div className={styles.full}>
                <ConfirmRefund number={asked} onDone={() => setAsked(undefined)} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const OPEN: readonly number[] = [PAYMENT_STATUS.created, PAYMENT_STATUS.awaiting]

/** Everything about one payment: facts, refunds, documents and what happened when. */
export function PaymentDetail({ payment }: { payment: Payment }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  const channelName = useChannelName()
  const { currency } = payment
  const amount = (minor: number) => <Amount minor={minor} currency={currency} />
  const works = payment.lines ? (
    <ul role="list" className={styles.works}>
      {payment.lines.map((line) => (
        <li key={line.apply_order_id}>
          <Link to={paths.juryReviewDetails(line.apply_order_id)}>
            {line.entry_no} · {line.title}
          </Link>
          {amount(line.amount)}
        </li>
      ))}
    </ul>
  ) : (
    `${payment.entry_no} · ${payment.title}`
  )
  return (
    <div className={styles.detail}>
      <div className={styles.head}>
        <p className={styles.sum}>{amount(payment.amount)}</p>
        <PaymentState row={payment} />
      </div>
      <DefinitionList
        items={[
          {
            term: t('column.payer'),
            detail: payment.is_payer_hidden ? t('blindPayer') : payment.payer,
          },
          { term: t('detail.work', { count: payment.lines?.length ?? 1 }), detail: works },
          {
            term: t('detail.fee'),
            detail: t(`fee.${payment.fee_type === 1 ? 'entry' : 'winner_package'}`),
          },
          { term: t('column.channel'), detail: channelName(payment.channel) },
          { term: t('detail.reference'), detail: payment.provider_txn },
          {
            term: t('detail.paidAt'),
            detail: payment.paid_at && format.date(payment.paid_at, 'datetime'),
          },
          { term: t('column.refunded'), detail: payment.refunded > 0 && amount(-payment.refunded) },
        ].filter(({ detail }) => detail !== false)}
      />
      {CHANNEL_FACTS[payment.channel].isManual && OPEN.includes(payment.status) && (
        <div className={styles.note}>
          <Note>
            <p>{t('detail.confirmThere')}</p>
          </Note>
        </div>
      )}
      {!payment.lines && (
        <p className={styles.link}>
          <TextLink to={paths.juryReviewDetails(payment.apply_order_id)}>
            {t('detail.entry')}
          </TextLink>
        </p>
      )}
      {payment.refundable > 0 && (
        <Part title={t('refund.title')}>
          <RefundForm payment={payment} key={payment.refundable} />
        </Part>
      )}
      {payment.refunds.length > 0 && (
        <Part title={t('refund.list')}>
          <PaymentRefunds payment={payment} />
        </Part>
      )}
      {payment.documents.length > 0 && (
        <Part title={t('papers.title')}>
          <PaymentPapers payment={payment} />
        </Part>
      )}
      <Part title={t('history.title')}>
        <PaymentHistory payment={payment} />
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h3 className={styles.heading}>{title}</h3>
    {children}
  </section>
)
