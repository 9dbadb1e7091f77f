import { money, type PaymentRow } from '@awards/shared/contract'
import { Link, useLocation } from 'react-router-dom'
import { Tag, type Tone } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { RefundStatus } from '@awards/shared/domain'
import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import listStyles from './finance.module.css'
import rowStyles from './row-parts.module.css'
import { useFormat } from '@awards/shared/i18n'
import { filtersIn, useListQuery } from '@awards/shared/list/list-query'

const FILTERS = ['keyword', 'status', 'channel', 'fee_type', 'attention'] as const
export type FilterName = (typeof FILTERS)[number]
/** The filters of the list as an address has them. */
export type Filters = Partial<Record<FilterName, string>>

const { shape } = money.paymentList.input

/** The filters that the address names; `wrong` are those that the call would refuse. */
export const filtersOf = (search: URLSearchParams) =>
  filtersIn(search, FILTERS, (name, value) => shape[name].safeParse(value).success)

export const VIEWS = ['payments', 'days', 'reports', 'books'] as const
export type View = (typeof VIEWS)[number]
type Change = Partial<Record<FilterName | 'page' | 'order', string | number | undefined>>

/** A payment that is opened leaves the list on its page. */
const STEPS = ['page', 'order']

/** The finance page's state in the address: view, filters, page and the open payment. */
export function useAddressState() {
  const { search, query, page, change, clear } = useListQuery(filtersOf, STEPS)
  const { filters, wrong } = query
  return {
    view: VIEWS.find((one) => one === search.get('view')) ?? 'payments',
    filters,
    wrong,
    page,
    order: search.get('order') ?? undefined,
    isFiltered: Object.keys(filters).length > 0,
    change: change as (values: Change) => void,
    clear: () => clear([...search.keys()]),
    /** Takes the named filters out of the address, or all of them. */
    clearFilters: (names: readonly string[] = FILTERS) => clear(names),
  }
}

export const PAGE_SIZE = 30

type PagedListProps = { total: number; isBusy: boolean; children: ReactNode }

/** The rows of the page that the address names, and the way to the others. */
export function PagedList({ total, isBusy, children }: PagedListProps) {
  const { page, change } = useAddressState()
  return (
    <>
      <ul className={listStyles.days} role="list" aria-busy={isBusy}>
        {children}
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

type AmountProps = { minor: number | null; currency: string }

/** An amount in a column, in tabular figures. */
export function Amount({ minor, currency }: AmountProps) {
  const format = useFormat()
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  if (minor === null) return <span className={rowStyles.amount}>–</span>
  return (
    <span className={rowStyles.amount}>
      {format.number(minor / 10 ** digits, {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
      })}
    </span>
  )
}

const TONES: Record<string, Tone> = {
  awaiting: 'info',
  paid: 'success',
  failed: 'danger',
  refunding: 'warning',
  closing: 'info',
  mismatch: 'danger',
}
const REFUND_TONES: Record<RefundStatus, Tone> = {
  requested: 'warning',
  processing: 'info',
  succeeded: 'success',
  failed: 'danger',
}

/** Where a payment stands. */
function PaymentTag({ status_text }: Pick<PaymentRow, 'status_text'>) {
  const { t } = useTranslation('books')
  return <Tag tone={TONES[status_text] ?? 'neutral'}>{t(`status.${status_text}`)}</Tag>
}

export function RefundTag({ status }: { status: RefundStatus }) {
  const { t } = useTranslation('books')
  return <Tag tone={REFUND_TONES[status]}>{t(`refundStatus.${status}`)}</Tag>
}

type RowProps = { row: PaymentRow }

/** Opens a payment beside the list, which stays as it is. */
export function RowLink({ row }: RowProps) {
  const { search } = useLocation()
  const next = new URLSearchParams(search)
  next.set('order', row.order_no)
  return (
    <Link to={{ search: `?${next}` }} preventScrollReset className={rowStyles.order}>
      {row.order_no}
    </Link>
  )
}

export function PayerAndWork({ row }: RowProps) {
  const { t } = useTranslation('books')
  const fee = row.fee_type === 1 ? 'entry' : 'winner_package'
  const further = (row.lines?.length ?? 1) - 1
  return (
    <span className={rowStyles.payer}>
      <b className={rowStyles.name}>{row.is_payer_hidden ? t('blindPayer') : row.payer}</b>
      <small className={rowStyles.work}>
        {row.entry_no} · {row.title || t('untitled')} ·{' '}
        {further > 0 && `${t('furtherWorks', { count: further })} · `}
        {t(`fee.${fee}`)}
      </small>
    </span>
  )
}

/** The payment's status, and its remarks. */
export function PaymentState({ row }: RowProps) {
  const { t } = useTranslation('books')
  return (
    <span className={rowStyles.state}>
      <PaymentTag status_text={row.status_text} />
      {row.is_late && <Tag tone="neutral">{t('flag.late')}</Tag>}
      {row.is_duplicate && <Tag tone="warning">{t('flag.duplicate')}</Tag>}
      {[...row.alerts, ...(row.invoice_alerts ?? [])].map((code) => (
        <Tag key={code} tone="danger">
          {t(`alert.code.${code}`)}
        </Tag>
      ))}
    </span>
  )
}
