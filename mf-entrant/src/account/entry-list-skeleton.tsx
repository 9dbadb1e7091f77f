import { Loader } from '@awards/shared/ui'
import styles from './entry-card.module.css'

/** Takes the room of the first card, so that nothing jumps when it comes. */
export const EntryListSkeleton = () => (
  <div className={styles.card}>
    <div className={styles.empty} aria-hidden="true" />
    <div className={styles.waiting}>
      <Loader />
    </div>
  </div>
)
