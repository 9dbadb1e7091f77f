import type { ReviewRow } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { useFigure } from '../common/format.ts'
import { usePagedRows } from '@awards/shared/list/virtual-rows'
import { stateOf } from '../queue/queue.tsx'
import { EntryRail } from '../split/entry-rail.tsx'
import { IN_ORDER, useQueue } from './use-queue.ts'

type QueueRailProps = { level: 2 | 3; id: string; index: number | undefined }

/** The juror's own list in the reading order, beside the entry: the own total, and how far each has come. */
export function QueueRail({ level, id, index }: QueueRailProps) {
  const { t } = useTranslation(['jury', 'juryframe'])
  const figure = useFigure()
  const rows = usePagedRows<ReviewRow>(IN_ORDER.pageSize, index ?? 0, (page, isNeeded) =>
    useQueue(level, { ...IN_ORDER, current: page + 1 }, isNeeded),
  )
  return (
    <EntryRail
      label={t('juryframe:queue.all')}
      rows={rows}
      id={id}
      index={index}
      pathOf={paths.subJuryReviewDetails}
      figureOf={(row) => ({
        // Part of a draft's total looks like a result.
        figure: row.own_total === null ? '' : row.is_draft ? '–' : figure(row.own_total, 1),
        note: <small>{t(`queue.state.${stateOf(row)}`)}</small>,
      })}
    />
  )
}
