import { errorCode, removeToken } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { useSiteDispatch } from '@awards/shared/session'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useIsPast } from '../common/site-clock.ts'
import { paymentApi, useOrderStateQuery } from '../payment.api.ts'
import { isMoving, isPaid, orderState } from './order-state.ts'
import { startPolling } from './polling.ts'

/** An order with its state, asked for as long as something may still happen to it. */
export function useOrder(order_no: string) {
  const dispatch = useSiteDispatch()
  const query = useOrderStateQuery({ order_no }, { refetchOnMountOrArgChange: true })
  const order = query.currentData
  const isPast = useIsPast(order?.expires_at)
  const state = order && orderState(order, isPast)
  const action = order?.action
  const eager = action?.type === 'qrcode' ? action.poll_ms : undefined
  const failure = query.isError ? errorCode(query.error) : undefined
  // Before the first answer only a broken line is tried again; a refusal is final.
  const isAsked = order && state ? isMoving(order, state) : query.isError && failure === undefined
  const ask = useEffectEvent(() => query.refetch())
  const isSettled = state !== undefined && isPaid(state)

  useEffect(() => {
    if (isAsked) return startPolling({ ask: () => ask(), eager })
  }, [isAsked, eager])
  useEffect(() => {
    // What the account shows has changed with the order.
    if (isSettled)
      dispatch(paymentApi.util.invalidateTags(['entry', 'award', 'payment', 'invoice']))
  }, [isSettled, dispatch])
  useSignInAgain(failure === 401)

  return { query, order, state }
}

/** A session that ended while the page waited is begun again, and leads back here. */
function useSignInAgain(isSignedOut: boolean) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!isSignedOut) return
    removeToken()
    navigate(paths.login(pathname + search), { replace: true })
  }, [isSignedOut, navigate, pathname, search])
}
