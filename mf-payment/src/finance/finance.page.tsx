import { paths } from '@awards/shared/paths'
import { Desk, DeskMenu, PageHeader, EmptyState, QueryState } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { OpenAlerts } from './open-alerts.tsx'
import { BookExports } from './book-exports.tsx'
import { useAddressState, VIEWS, type View } from './filters.ts'
import { useCurrentUser } from '@awards/shared/session'
import { type ComparisonRow, money } from '@awards/shared/contract'
import { Pagination, App, Button, Form, Input, Drawer } from 'antd'
import { fieldErrors, useApiMutation, useApiQuery, failureSentence } from '@awards/shared/client'
import styles from './finance.module.css'
import { DayRow } from './day-row.tsx'
import { PaymentDetail } from './payment-detail.tsx'
import { PaymentList } from './payment-list.tsx'
import { registerNamespace } from '@awards/shared/i18n'

void registerNamespace('books', (language) => import(`./locales/${language}.json`))

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

type Values = { day: string }

/** Compares a day again at once, for instance after a service has corrected its statement. */
function CompareForm() {
  const { t } = useTranslation('books')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [compare, { isLoading }] = useApiMutation(money.compareDay)

  const send = async ({ day }: Values) => {
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

const PAGE_SIZE = 30

/** Each day of each payment service: its statement beside our books. */
function DayList() {
  const { t } = useTranslation('books')
  const { page, change } = useAddressState()
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
            <>
              <ul className={styles.days} role="list" aria-busy={query.isFetching}>
                {list.map((row) => (
                  <DayRow key={keyOf(row)} row={row} />
                ))}
              </ul>
              {total > PAGE_SIZE && (
                <Pagination
                  current={page}
                  pageSize={PAGE_SIZE}
                  total={total}
                  showSizeChanger={false}
                  onChange={(next) => change({ page: next })}
                />
              )}
            </>
          )
        }
      </QueryState>
    </>
  )
}

const keyOf = ({ day, channel, currency }: ComparisonRow) => `${day} ${channel} ${currency}`

const PARTS = { payments: PaymentList, days: DayList, books: BookExports }

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
