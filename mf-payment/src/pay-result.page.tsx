import { Page } from '@awards/shared/ui'
import { useSearchParams } from 'react-router-dom'
import { NoPayment, OrderView } from './order/order-view.tsx'
import { PayBasket } from './pay/pay-basket.tsx'
import { PayEntry } from './pay/pay-entry.tsx'
import { PayPackage } from './pay/pay-package.tsx'

/**
 * Everything about one payment: `entry`, `basket` or `package` names what is to be paid, `order_no` an order
 * that waits for its payment or has come to an end. Each can be reloaded or opened again later.
 */
export function Component() {
  const [search] = useSearchParams()
  const order = search.get('order_no')
  const entry = search.get('entry')
  const winner = search.get('package')
  return (
    <Page>
      {order ? (
        <OrderView orderNo={order} isReturn={search.has('session_id')} key={order} />
      ) : entry ? (
        <PayEntry id={entry} key={entry} />
      ) : search.has('basket') ? (
        <PayBasket />
      ) : winner ? (
        <PayPackage id={winner} wanted={search.get('code') ?? undefined} key={winner} />
      ) : (
        <NoPayment />
      )}
    </Page>
  )
}
