import { FEE_TYPE, PAYMENT_STATUS } from '@awards/shared/domain'
import { useJudgePaymentsQuery } from '../jury.api.ts'
import type { Fee } from './fee-targets.ts'

const OPEN: readonly number[] = [PAYMENT_STATUS.created, PAYMENT_STATUS.awaiting]

/** The transfer that an entrant has announced for a fee: its amount is what should have arrived. */
export function useOpenTransfer(entryNo: string, fee: Fee) {
  const fee_type = fee === 'entry' ? FEE_TYPE.entry : FEE_TYPE.winner_package
  const input = { keyword: entryNo, channel: 'bank_transfer', fee_type, pageSize: 20 } as const
  const { data } = useJudgePaymentsQuery(input)
  return data?.list.find(({ entry_no, status }) => entry_no === entryNo && OPEN.includes(status))
}
