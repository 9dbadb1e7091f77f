import type { JudgeRow } from '@awards/shared/contract'
import { useFigure } from '../../common/use-figure.ts'
import { levelOf } from '../row-parts.tsx'

type FigureProps = { row: JudgeRow; name: 'mean' | 'median' | 'trimmed' | 'deviation' }

/** One figure of the level that counts; a dash below the quorum. */
export function Figure({ row, name }: FigureProps) {
  const figure = useFigure()
  return figure(levelOf(row)[name])
}
