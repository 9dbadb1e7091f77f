import { QueryView } from '@awards/shared/ui'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDeskPaymentQuery } from '../desk.api.ts'
import { PaymentDetail } from './payment-detail.tsx'

type PaymentDrawerProps = { orderNo: string | undefined; onClose: () => void }

/** One payment beside the list; its address can be handed on. */
export function PaymentDrawer({ orderNo, onClose }: PaymentDrawerProps) {
  const { t } = useTranslation('books')
  const query = useDeskPaymentQuery({ order_no: orderNo ?? '' }, { skip: !orderNo })
  return (
    <Drawer
      open={orderNo !== undefined}
      onClose={onClose}
      size={560}
      title={t('detail.title', { order: orderNo })}
      destroyOnHidden
    >
      {orderNo && <QueryView query={query}>{(one) => <PaymentDetail payment={one} />}</QueryView>}
    </Drawer>
  )
}
