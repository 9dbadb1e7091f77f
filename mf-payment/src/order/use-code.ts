import type { PaymentOrder } from '@awards/shared/contract'
import { FEE_TYPE } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useEntryQrcodeMutation, usePackageQrcodeMutation } from '../payment.api.ts'
import { useHandedAction } from './handed-action.ts'

/**
 * The code of a wallet order. The page that opened the order hands it over; after a reload the open
 * order is asked for it, and after its end a new order takes its place in the address.
 */
export function useCode({ order_no, apply_order_id, fee_type }: PaymentOrder, isOpen: boolean) {
  const navigate = useNavigate()
  const handed = useHandedAction()
  const [code, setCode] = useState(handed?.type === 'qrcode' ? handed.code_url : undefined)
  const [askEntry, entryState] = useEntryQrcodeMutation()
  const [askPackage, packageState] = usePackageQrcodeMutation()

  const ask = async () => {
    const request = fee_type === FEE_TYPE.entry ? askEntry : askPackage
    const answer = await request({ apply_order_id })
      .unwrap()
      .catch(() => undefined)
    if (!answer) return
    if (answer.order_no === order_no) return setCode(answer.code_url)
    const action = { type: 'qrcode', code_url: answer.code_url }
    navigate(paths.payResult(answer.order_no), { replace: true, state: { action } })
  }
  const isMissing = isOpen && !code
  // Asked once for each order on screen; a failure offers the button instead.
  const askForCode = useEffectEvent(() => void ask())
  useEffect(() => {
    if (isMissing) askForCode()
  }, [isMissing, order_no])

  return { code, ask, isAsking: entryState.isLoading || packageState.isLoading }
}
