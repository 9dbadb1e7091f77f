import { paths } from '@awards/shared/paths'
import { useFirstLevelQueueQuery } from '../jury.api.ts'
import { QueuePage } from './queue-page.tsx'

/** The queue of a sub-juror. */
export const Component = () => (
  <QueuePage words="queue" useRows={useFirstLevelQueueQuery} home={paths.subJuryReview} />
)
