import type { WinnerInfo } from '@awards/shared/contract'
import { ResponsiveImage, VisuallyHidden } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { useEnlarged } from './use-enlarged.ts'
import styles from './winner-gallery.module.css'

type WinnerGalleryProps = {
  images: WinnerInfo['images']
  /** How many pictures of the work stand before these. */
  before: number
  linkTo: ReturnType<typeof useEnlarged>['linkTo']
}

/** The other pictures of a work; each opens enlarged. */
export function WinnerGallery({ images, before, linkTo }: WinnerGalleryProps) {
  const { t } = useTranslation('public')
  if (images.length === 0) return null
  return (
    <section className={styles.gallery} aria-label={t('winner.gallery')}>
      {images.map((image, index) => (
        <figure key={image.url} className={styles.figure}>
          <a href={image.url} className={styles.open} {...linkTo(before + index)}>
            <VisuallyHidden>{t('winner.enlarge', { alt: image.alt })}</VisuallyHidden>
            <ResponsiveImage
              picture={image}
              ratio="3 / 2"
              alt=""
              sizes="(min-width: 60rem) 50vw, 100vw"
            />
          </a>
          {image.credit && (
            <figcaption className={styles.credit}>
              {t('winner.picture', { credit: image.credit })}
            </figcaption>
          )}
        </figure>
      ))}
    </section>
  )
}
