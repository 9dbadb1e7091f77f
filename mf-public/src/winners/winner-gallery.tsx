import type { WinnerInfo } from '@awards/shared/contract'
import { Loader, ResponsiveImage } from '@awards/shared/ui'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './winner-gallery.module.css'

const Enlarged = lazy(() =>
  import('./enlarged-pictures.tsx').then(({ EnlargedPictures }) => ({ default: EnlargedPictures })),
)

/** The other pictures of a work; each opens enlarged. */
export function WinnerGallery({ images }: { images: WinnerInfo['images'] }) {
  const { t } = useTranslation('public')
  const [open, setOpen] = useState<number>()
  if (images.length === 0) return null
  return (
    <section className={styles.gallery} aria-label={t('winner.gallery')}>
      {images.map((image, index) => (
        <figure key={image.url} className={styles.figure}>
          <button
            type="button"
            className={styles.open}
            aria-label={t('winner.enlarge', { alt: image.alt })}
            onClick={() => setOpen(index)}
          >
            <ResponsiveImage
              picture={image}
              ratio="3 / 2"
              alt=""
              sizes="(min-width: 60rem) 50vw, 100vw"
            />
          </button>
          {image.credit && (
            <figcaption className={styles.credit}>
              {t('winner.picture', { credit: image.credit })}
            </figcaption>
          )}
        </figure>
      ))}
      {open !== undefined && (
        <Suspense fallback={<Loader />}>
          <Enlarged images={images} index={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
