import type { EntryFile } from '@awards/shared/contract'
import { ResponsiveImage } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './sheet-gallery.module.css'

type SheetGalleryProps = { files: readonly EntryFile[]; title: string }

/** All pictures of an entry as the jury sees them: the cover large, each opens in its full size. */
export function SheetGallery({ files, title }: SheetGalleryProps) {
  const { t } = useTranslation('entrant')
  const isCover = ({ kind }: EntryFile) => kind === 'cover'
  const pictures = [...files.filter(isCover), ...files.filter((file) => !isCover(file))].flatMap(
    ({ picture, alt, file_id }) => (picture ? [{ picture, alt, file_id }] : []),
  )
  if (pictures.length === 0) return <p className={styles.none}>{t('sheet.noPictures')}</p>
  return (
    <ul className={styles.gallery} aria-label={t('sheet.pictures', { title })}>
      {pictures.map(({ picture, alt, file_id }, index) => (
        <li key={file_id} className={index === 0 ? styles.first : undefined}>
          <a
            href={picture.url}
            target="_blank"
            rel="noreferrer"
            className={styles.link}
            aria-label={alt ? undefined : t('sheet.open', { number: index + 1 })}
          >
            <ResponsiveImage
              picture={picture}
              alt={alt}
              sizes={index === 0 ? '(width < 64rem) 100vw, 60vw' : '(width < 64rem) 50vw, 30vw'}
              eager={index === 0}
              {...(index === 0 ? {} : { ratio: '3 / 2' })}
            />
          </a>
          {alt && <p className={styles.caption}>{alt}</p>}
        </li>
      ))}
    </ul>
  )
}
