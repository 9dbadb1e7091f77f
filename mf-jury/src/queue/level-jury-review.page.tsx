import { paths } from '@awards/shared/paths'
import { useSecondLevelQueueQuery } from '../jury.api.ts'
import { QueuePage } from './queue-page.tsx'

/** The list of the second level: fresh scores, first-level figures only after one's own. */
export const Component = () => (
  <QueuePage words="level" useRows={useSecondLevelQueueQuery} home={paths.levelJuryReview} />
)
