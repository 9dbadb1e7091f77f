import { paths } from '@awards/shared/paths'
import { Desk, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { OpenAlerts } from './alerts/open-alerts.tsx'
import { BookExports } from './books/book-exports.tsx'
import { useAddress } from './common/use-address.ts'
import { useMayManage } from './common/use-may-manage.ts'
import { DayList } from './days/day-list.tsx'
import { DeskViews } from './desk-views.tsx'
import { PaymentDrawer } from './detail/payment-drawer.tsx'
import { PaymentList } from './list/payment-list.tsx'
import './register-texts.ts'

const PARTS = { payments: PaymentList, days: DayList, books: BookExports }

/** The desk of the chair who looks after the money: what needs a look first, then the books. */
export function Component() {
  const { t } = useTranslation('books')
  const { view, order, change } = useAddress()
  const Part = PARTS[view]
  if (useMayManage() === false) return <Navigate to={paths.forbidden} replace />
  return (
    <Desk>
      <PageHeader eyebrow={t('eyebrow')} title={t('title')} lead={t('lead')} />
      <OpenAlerts />
      <DeskViews current={view} />
      <Part />
      <PaymentDrawer orderNo={order} onClose={() => change({ order: undefined })} />
    </Desk>
  )
}
