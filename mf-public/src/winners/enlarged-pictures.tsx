import type { Picture } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import Lightbox from 'yet-another-react-lightbox'
import 'yet-another-react-lightbox/styles.css'

type EnlargedPicturesProps = { images: readonly Picture[]; index: number; onClose: () => void }

/** The pictures one by one over the whole window; a module of its own, loaded when it is wanted. */
export function EnlargedPictures({ images, index, onClose }: EnlargedPicturesProps) {
  const { t } = useTranslation('public')
  return (
    <Lightbox
      open
      index={index}
      close={onClose}
      controller={{ closeOnBackdropClick: true }}
      labels={{
        Previous: t('winner.previousPicture'),
        Next: t('winner.nextPicture'),
        Close: t('winner.close'),
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
