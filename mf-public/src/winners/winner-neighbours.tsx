import type { WinnerInfo } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Neighbours } from '../ui/neighbours.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useListQuery } from './use-list-query.ts'

type Work = WinnerInfo['previous']

const linkOf = (work: Work, list: string | undefined) =>
  work && {
    to: paths.winner(work.apply_order_id),
    title: work.title,
    state: list === undefined ? undefined : { list },
  }

/** The works before and after this one in the list of the edition. */
export function WinnerNeighbours({ previous, next }: { previous: Work; next: Work }) {
  const { t } = useTranslation('public')
  const list = useListQuery()
  const before = useMemo(() => linkOf(previous, list), [previous, list])
  const after = useMemo(() => linkOf(next, list), [next, list])
  useArrowKeys(before, after)
  return (
    <Neighbours
      label={t('winner.neighbours')}
      previous={before}
      next={after}
      all={{ to: paths.winners() + (list ?? ''), title: t('winners.all') }}
    />
  )
}
