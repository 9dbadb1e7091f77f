import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Neighbours } from '../ui/neighbours.tsx'

type Neighbour = { apply_order_id: string; title: string } | null

/** The works before and after this one in the list of the edition. */
export function WinnerNeighbours({ previous, next }: { previous: Neighbour; next: Neighbour }) {
  const { t } = useTranslation('public')
  const linkOf = (work: Neighbour) =>
    work && { to: paths.winner(work.apply_order_id), title: work.title }
  return (
    <Neighbours
      label={t('winner.neighbours')}
      previous={linkOf(previous)}
      next={linkOf(next)}
      all={{ to: paths.winners(), title: t('winners.all') }}
    />
  )
}
