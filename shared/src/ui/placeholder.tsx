import type { Picture } from '@awards/shared/contract'
import styles from './responsive-image.module.css'

const HUE = /^#[0-9a-f]{6}$/i

/** What stands below a picture until it is there: its blurred likeness, else its average colour. */
export function Placeholder({ picture: { placeholder, colour } }: { picture: Picture }) {
  if (placeholder?.startsWith('data:image/')) {
    return <img className={styles.below} src={placeholder} alt="" aria-hidden="true" />
  }
  if (!HUE.test(colour)) return null
  return (
    <svg className={styles.below} aria-hidden="true">
      <rect width="100%" height="100%" fill={colour} />
    </svg>
  )
}
