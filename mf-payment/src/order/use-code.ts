import type { PaymentOrder } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useEntryQrcodeMutation, usePackageQrcodeMutation } from '../payment.api.ts'
import { isEntryFee } from './fee-page.ts'
import { useNextAction } from './use-next-action.ts'

/** The code of an open wallet order; one that came without is asked for it. */
export function useCode(order: PaymentOrder, isWaiting: boolean) {
  const { order_no, apply_order_id } = order
  const navigate = useNavigate()
  const action = useNextAction(order)
  const [asked, setAsked] = useState<string>()
  const [askEntry, entryState] = useEntryQrcodeMutation()
  const [askPackage, packageState] = usePackageQrcodeMutation()
  const code = (action?.type === 'qrcode' && action.code_url) || asked

  const ask = async () => {
    const request = isEntryFee(order) ? askEntry : askPackage
    const answer = await request({ apply_order_id })
      .unwrap()
      .catch(() => undefined)
    if (!answer) return
    if (answer.order_no === order_no) setAsked(answer.code_url)
    else navigate(paths.payResult(answer.order_no), { replace: true })
  }
  const isMissing = isWaiting && !code
  // Asked once for each order on screen; a failure offers the button instead.
  const askForCode = useEffectEvent(() => void ask())
  useEffect(() => {
    if (isMissing) askForCode()
  }, [isMissing, order_no])

  return { code, ask, isAsking: entryState.isLoading || packageState.isLoading }
}
