import type { WinnerInfo } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import LightboxViewer from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import styles from './lightbox.module.css'

type LightboxProps = {
  images: WinnerInfo['images']
  index: number
  onClose: () => void
}

/**
 * The pictures one by one over the whole window, to be zoomed with two fingers, the wheel, a double
 * click, or + and −. A module of its own, loaded when a picture is opened.
 */
export function Lightbox({ images, index, onClose }: LightboxProps) {
  const { t } = useTranslation('public')
  return (
    <LightboxViewer
      open
      index={index}
      close={onClose}
      className={styles.viewer ?? ''}
      plugins={[Zoom]}
      carousel={{ finite: images.length < 2, preload: 1, padding: 0 }}
      controller={{ closeOnBackdropClick: true }}
      zoom={{ scrollToZoom: true, maxZoomPixelRatio: 3, zoomInMultiplier: 1.6 }}
      labels={{
        Previous: t('winner.previousPicture'),
        Next: t('winner.nextPicture'),
        Close: t('winner.close'),
        'Zoom in': t('winner.zoomIn'),
        'Zoom out': t('winner.zoomOut'),
        Lightbox: t('winner.gallery'),
        'Photo gallery': t('winner.gallery'),
        Carousel: t('winner.gallery'),
        Slide: t('winner.slide'),
      }}
      render={{
        slideFooter: ({ slide }) => {
          const image = images.find(({ url }) => 'src' in slide && url === slide.src)
          return (
            image && (
              <p className={styles.caption}>
                {image.alt}
                {image.credit && (
                  <span className={styles.credit}>
                    {t('winner.picture', { credit: image.credit })}
                  </span>
                )}
              </p>
            )
          )
        },
      }}
      slides={images.map(({ url, alt, width, height, sources }) => ({
        src: url,
        alt,
        width,
        height,
        srcSet: sources.map((source) => ({
          src: source.url,
          width: source.width,
          height: Math.round((source.width * height) / width),
        })),
      }))}
    />
  )
}
