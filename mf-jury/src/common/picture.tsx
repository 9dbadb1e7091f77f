import type { Picture as Stored } from '@awards/shared/contract'
import { ResponsiveImage } from '@awards/shared/ui'
import styles from './common.module.css'

type PictureProps = {
  picture: Stored | null
  sizes: string
  ratio?: string
  eager?: boolean
  code: string
}

/** The cover of an entry, or a plate with the code of its category. */
export const Picture = ({ picture, sizes, ratio = '3 / 2', eager = false, code }: PictureProps) =>
  picture ? (
    <ResponsiveImage
      picture={picture}
      sizes={sizes}
      ratio={ratio}
      alt=""
      eager={eager}
      className={styles.picture ?? ''}
    />
  ) : (
    <div className={styles.plate} style={{ aspectRatio: ratio }} aria-hidden="true">
      {code}
    </div>
  )
