import { useEffect, useState } from 'react'
import { useNow } from '@awards/shared/ui'
import { useSiteDispatch } from '@awards/shared/session'
import { paymentApi, useOrderStateQuery } from '../payment.api.ts'
import { isMoving, orderState } from './order-state.ts'

const EAGER_MS = 3_000
const PATIENT_MS = 10_000
const EAGER_FOR_MS = 2 * 60_000

/** An order with its state, asked for every three seconds at first and every ten later. */
export function useOrder(order_no: string) {
  const [isPatient, setPatient] = useState(false)
  const [isOver, setOver] = useState(false)
  const dispatch = useSiteDispatch()
  const now = useNow()
  const query = useOrderStateQuery(
    { order_no },
    {
      pollingInterval: isOver ? 0 : isPatient ? PATIENT_MS : EAGER_MS,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
    },
  )
  const order = query.currentData
  const state = order && orderState(order, now)

  useEffect(() => {
    const timer = setTimeout(() => setPatient(true), EAGER_FOR_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!state) return
    setOver(!isMoving(state))
    // What the account shows has changed with the order.
    if (state === 'paid') dispatch(paymentApi.util.invalidateTags(['entry', 'award', 'payment']))
  }, [state, dispatch])

  return { query, order, state }
}
