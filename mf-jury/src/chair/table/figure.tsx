import type { JudgeRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { levelOf } from '../row-parts.tsx'

type FigureProps = { row: JudgeRow; name: 'mean' | 'median' | 'trimmed' | 'deviation' }

/** One figure of the level that counts; a dash below the quorum. */
export function Figure({ row, name }: FigureProps) {
  const format = useFormat()
  const value = levelOf(row)[name]
  if (value === null) return '–'
  return format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
