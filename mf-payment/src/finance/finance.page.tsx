import { paths } from '@awards/shared/paths'
import {
  Desk,
  DeskMenu,
  PageHeader,
  EmptyState,
  QueryState,
  Tag,
  type Tone,
} from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Navigate, Link } from 'react-router-dom'
import { OpenAlerts } from './open-alerts.tsx'
import { TaxReports } from './tax-reports.tsx'
import { Amount, PAGE_SIZE, PagedList, useAddressState, VIEWS, type View } from './finance-list.tsx'
import { useCurrentUser } from '@awards/shared/session'
import { type ComparisonRow, money } from '@awards/shared/contract'
import { App, Button, Drawer, Form, Input, Radio } from 'antd'
import {
  failureSentence,
  fieldErrors,
  openFile,
  useApiMutation,
  useApiQuery,
} from '@awards/shared/client'
import styles from './finance.module.css'
import { PaymentDetail } from './payment-detail.tsx'
import { PaymentList } from './payment-list.tsx'
import { registerNamespace, useFormat } from '@awards/shared/i18n'
import { useChannelName } from '../common/use-money.ts'
import { useState } from 'react'
import bookStyles from './book-exports.module.css'

void registerNamespace('books', (language) => import(`./locales/${language}.json`))

const dayText = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The month that is over: what an accountant asks for most. */
export function lastMonth(now: Date): { from: string; to: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { from: dayText(year, month - 1, 1), to: dayText(year, month, 0) }
}

const BOOK_KINDS = ['ledger', 'invoices', 'e_reporting'] as const
type BookValues = { kind: (typeof BOOK_KINDS)[number]; from: string; to: string }

/** Copies of the books for the accountant and for the tax office. */
function BookExports() {
  const { t } = useTranslation('books')
  const { message } = App.useApp()
  const [form] = Form.useForm<BookValues>()
  const [period] = useState(() => lastMonth(new Date()))
  const [exportBooks, { isLoading }] = useApiMutation(money.exportBooks)

  const send = async (values: BookValues) => {
    const answer = await exportBooks(values)
    if (!('error' in answer)) {
      openFile(answer.data?.url)
      return void message.success(t('book.done', { count: answer.data?.rows ?? 0 }))
    }
    const fields = fieldErrors(answer.error)
    if (fields.length > 0) form.setFields(fields as Parameters<typeof form.setFields>[0])
    else void message.error(failureSentence(answer.error))
  }
  const day = (name: 'from' | 'to') => (
    <Form.Item
      name={name}
      label={t(`book.${name}`)}
      rules={[{ required: true, message: t('day.needed') }]}
    >
      <Input type="date" />
    </Form.Item>
  )
  return (
    <Form
      form={form}
      layout="vertical"
      className={bookStyles.form ?? ''}
      initialValues={{ kind: 'ledger', ...period }}
      onFinish={(values) => void send(values)}
    >
      <p className={bookStyles.lead}>{t('book.lead')}</p>
      <Form.Item name="kind" label={t('book.kind')}>
        <Radio.Group className={bookStyles.kinds ?? ''}>
          {BOOK_KINDS.map((kind) => (
            <Radio key={kind} value={kind} className={bookStyles.kind ?? ''}>
              <span className={bookStyles.name}>{t(`book.name.${kind}`)}</span>
              <span className={bookStyles.text}>{t(`book.text.${kind}`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <div className={bookStyles.days}>
        {day('from')}
        {day('to')}
      </div>
      <Button type="primary" htmlType="submit" loading={isLoading}>
        {t('book.submit')}
      </Button>
    </Form>
  )
}

/** Whether the chair has can_manage_fees; undefined until the session is known. */
function useMayManage(): boolean | undefined {
  const user = useCurrentUser()
  return user && (user.juror?.capabilities.includes('can_manage_fees') ?? false)
}

/** The bar of the desk: the way to the desk of the chair, and the parts of this one. */
function MoneyBar({ current }: { current: View }) {
  const { t } = useTranslation('books')
  const list = VIEWS.map((key) => ({
    key,
    label: t(`view.${key}`),
    to: paths.payments(key === 'payments' ? {} : { view: key }),
  }))
  const to = useCurrentUser()?.home_route ?? paths.juryReview
  return (
    <DeskMenu
      label={t('bar')}
      desk={{ name: t('desk'), to }}
      views={{ label: t('title'), list, current }}
    />
  )
}

type PaymentDrawerProps = { orderNo: string | undefined; onClose: () => void }

/** One payment beside the list; its address can be handed on. */
function PaymentDrawer({ orderNo, onClose }: PaymentDrawerProps) {
  const { t } = useTranslation('books')
  const query = useApiQuery(money.payment, { order_no: orderNo ?? '' }, { skip: !orderNo })
  return (
    <Drawer
      open={orderNo !== undefined}
      onClose={onClose}
      size={560}
      title={t('detail.title', { order: orderNo })}
      destroyOnHidden
    >
      {orderNo && <QueryState query={query}>{(one) => <PaymentDetail payment={one} />}</QueryState>}
    </Drawer>
  )
}

type DayValues = { day: string }

/** Compares a day again at once, for instance after a service has corrected its statement. */
function CompareForm() {
  const { t } = useTranslation('books')
  const { message } = App.useApp()
  const [form] = Form.useForm<DayValues>()
  const [compare, { isLoading }] = useApiMutation(money.compareDay)

  const send = async ({ day }: DayValues) => {
    const answer = await compare({ day })
    if (!('error' in answer)) {
      const isEqual = answer.data?.every(({ status }) => status === 'equal') ?? false
      return void (isEqual
        ? message.success(t('day.nowEqual'))
        : message.warning(t('day.nowDiffers')))
    }
    const fields = fieldErrors(answer.error)
    if (fields.length > 0) form.setFields(fields as Parameters<typeof form.setFields>[0])
    else void message.error(failureSentence(answer.error))
  }
  return (
    <Form
      form={form}
      layout="vertical"
      className={styles.form ?? ''}
      onFinish={(values) => void send(values)}
    >
      <Form.Item name="day" rules={[{ required: true, message: t('day.needed') }]}>
        <Input type="date" aria-label={t('day.choose')} />
      </Form.Item>
      <Button htmlType="submit" loading={isLoading}>
        {t('day.compare')}
      </Button>
    </Form>
  )
}

/** Each day of each payment service: its statement beside our books. */
function DayList() {
  const { t } = useTranslation('books')
  const { page } = useAddressState()
  const query = useApiQuery(money.comparisons, { current: page, pageSize: PAGE_SIZE })
  return (
    <>
      <div className={styles.intro}>
        <p>{t('day.lead')}</p>
        <CompareForm />
      </div>
      <QueryState query={{ ...query, currentData: query.data }}>
        {({ list, total }) =>
          list.length === 0 ? (
            <EmptyState title={t('day.nothing')}>{t('day.nothingText')}</EmptyState>
          ) : (
            <PagedList total={total} isBusy={query.isFetching}>
              {list.map((row) => (
                <DayRow key={keyOf(row)} row={row} />
              ))}
            </PagedList>
          )
        }
      </QueryState>
    </>
  )
}

const keyOf = ({ day, channel, currency }: ComparisonRow) => `${day} ${channel} ${currency}`

const PARTS = { payments: PaymentList, days: DayList, reports: TaxReports, books: BookExports }

/** The finance page: open alerts first, then payments, days and books. */
export function Component() {
  const { t } = useTranslation('books')
  const { view, order, change } = useAddressState()
  const Part = PARTS[view]
  if (useMayManage() === false) return <Navigate to={paths.forbidden} replace />
  return (
    <Desk>
      <MoneyBar current={view} />
      <PageHeader title={t('title')} />
      <OpenAlerts />
      <Part />
      <PaymentDrawer orderNo={order} onClose={() => change({ order: undefined })} />
    </Desk>
  )
}

const TONES: Record<ComparisonRow['status'], Tone> = {
  equal: 'success',
  differs: 'danger',
  failed: 'warning',
}

/** One day of one payment service; its lines only where something is to be said about them. */
function DayRow({ row }: { row: ComparisonRow }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  const channelName = useChannelName()
  const { currency, differences, status, error } = row
  return (
    <li className={styles.day}>
      <div className={styles.head}>
        <time dateTime={row.day} className={styles.date}>
          {format.date(row.day)}
        </time>
        <span>{channelName(row.channel)}</span>
        <Sum
          label={t('day.theirs')}
          minor={status === 'failed' ? null : row.theirs_minor}
          currency={currency}
        />
        <Sum
          label={t('day.ours')}
          minor={status === 'failed' ? null : row.ours_minor}
          currency={currency}
        />
        <span className={styles.state}>
          <Tag tone={TONES[status]}>{t(`day.status.${status}`)}</Tag>
        </span>
      </div>
      {error && <p className={styles.error}>{t('day.failed')}</p>}
      {differences.length > 0 && <Lines row={row} />}
    </li>
  )
}

type SumProps = { label: string; minor: number | null; currency: string }

const Sum = ({ label, ...amount }: SumProps) => (
  <span className={styles.sum}>
    <small className={styles.label}>{label}</small>
    <Amount {...amount} />
  </span>
)

function Lines({ row: { currency, differences } }: { row: ComparisonRow }) {
  const { t } = useTranslation('books')
  return (
    // A table that is wider than a telephone is scrolled by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.lines} role="region" aria-label={t('day.lines')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('day.what')}</th>
            <th scope="col">{t('column.order')}</th>
            <th scope="col">{t('detail.reference')}</th>
            <th scope="col" className={styles.number}>
              {t('day.theirs')}
            </th>
            <th scope="col" className={styles.number}>
              {t('day.ours')}
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map((line) => (
            <tr key={`${line.kind} ${line.fact} ${line.reference}`}>
              <td>
                <Tag tone={line.is_healed ? 'success' : 'danger'}>
                  {t(line.is_healed ? 'day.healed' : `day.kind.${line.fact}.${line.kind}`)}
                </Tag>
              </td>
              <td>
                {line.order_no ? (
                  <Link to={paths.payments({ order: line.order_no })}>{line.order_no}</Link>
                ) : (
                  '–'
                )}
              </td>
              <td className={styles.reference}>{line.reference}</td>
              <td className={styles.number}>
                <Amount minor={line.theirs_minor} currency={currency} />
              </td>
              <td className={styles.number}>
                <Amount minor={line.ours_minor} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
