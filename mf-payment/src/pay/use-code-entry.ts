import { failureOf } from '@awards/shared/client'
import { useState } from 'react'
import { useLazyEntryQuoteQuery } from '../payment.api.ts'

/** The code that was typed and found good. Others are tried without touching the price on screen. */
export function useCodeEntry(apply_order_id: string) {
  const [code, setCode] = useState<string>()
  const [quote] = useLazyEntryQuoteQuery()

  async function apply(wanted: string): Promise<string | undefined> {
    try {
      await quote({ apply_order_id, code: wanted }).unwrap()
      setCode(wanted)
      return undefined
    } catch (error) {
      const { msg } = failureOf(error)
      return typeof msg === 'string' ? msg : Object.values(msg).flat().join(' ')
    }
  }
  return { code, apply, remove: () => setCode(undefined) }
}
