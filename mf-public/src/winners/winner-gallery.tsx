import type { WinnerInfo } from '@awards/shared/contract'
import { Loader, ResponsiveImage, VisuallyHidden, from } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { lazy, Suspense, useEffect, useRef, useState, type MouseEvent } from 'react'
import styles from './winner-gallery.module.css'

const loadLightbox = () => import('./lightbox.tsx')

const asksForTab = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** Which picture the lightbox shows; closing it returns the focus to the link that opened it. */
export function useLightbox() {
  const [index, setIndex] = useState<number>()
  const opener = useRef<HTMLElement>(null)
  return {
    index,
    close: () => {
      setIndex(undefined)
      opener.current?.focus({ preventScroll: true })
    },
    /** For a link to the large version of a picture, which it remains where nothing runs. */
    linkTo: (picture: number) => ({
      onPointerEnter: () => void loadLightbox(),
      onClick: (event: MouseEvent<HTMLAnchorElement>) => {
        if (asksForTab(event)) return
        event.preventDefault()
        opener.current = event.currentTarget
        setIndex(picture)
      },
    }),
  }
}

type WinnerGalleryProps = {
  images: WinnerInfo['images']
  /** How many pictures of the work stand before these. */
  before: number
  linkTo: ReturnType<typeof useLightbox>['linkTo']
}

/** The other pictures of a work; each opens enlarged. */
export function WinnerGallery({ images, before, linkTo }: WinnerGalleryProps) {
  const { t } = useTranslation('public')
  const gallery = useRef<HTMLElement>(null)
  // Paper shows all pictures, also those that nobody has scrolled to.
  useEffect(() => {
    const load = () =>
      gallery.current
        ?.querySelectorAll('img')
        .forEach((image) => image.setAttribute('loading', 'eager'))
    window.addEventListener('beforeprint', load)
    return () => window.removeEventListener('beforeprint', load)
  }, [])
  if (images.length === 0) return null
  return (
    <section ref={gallery} className={styles.gallery} aria-label={t('winner.gallery')}>
      {images.map((image, index) => (
        <figure key={image.url} className={styles.figure}>
          <a href={image.url} className={styles.open} {...linkTo(before + index)}>
            <VisuallyHidden>{t('winner.enlarge', { alt: image.alt })}</VisuallyHidden>
            <ResponsiveImage
              picture={image}
              ratio="3 / 2"
              className={styles.picture ?? ''}
              alt=""
              sizes={`${from('desktop')} 50vw, 100vw`}
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

const LazyLightbox = lazy(() => loadLightbox().then(({ Lightbox }) => ({ default: Lightbox })))

type OpenLightboxProps = {
  images: WinnerInfo['images']
  lightbox: ReturnType<typeof useLightbox>
}

/** The lightbox, loaded when a picture is first opened. */
export function OpenLightbox({ images, lightbox }: OpenLightboxProps) {
  if (lightbox.index === undefined) return null
  return (
    <Suspense
      fallback={
        <div className={styles.opening}>
          <Loader />
        </div>
      }
    >
      <LazyLightbox images={images} index={lightbox.index} onClose={lightbox.close} />
    </Suspense>
  )
}
