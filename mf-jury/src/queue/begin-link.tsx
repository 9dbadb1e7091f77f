import type { Progress, ReviewRow } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'

/** The way to the next entry that waits for a score. */
export function BeginLink({ row, progress }: { row: ReviewRow; progress: Progress }) {
  const { t } = useTranslation('jury')
  const hasBegun = progress.submitted + progress.draft > 0
  return (
    <LinkButton to={paths.subJuryReviewDetails(row.apply_order_id)}>
      {t(hasBegun ? 'queue.goOn' : 'queue.begin')}
    </LinkButton>
  )
}
