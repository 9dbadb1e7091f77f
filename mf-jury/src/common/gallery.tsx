import type { EntryFile } from '@awards/shared/contract'
import { ResponsiveImage } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './gallery.module.css'

type GalleryProps = { files: readonly EntryFile[]; title: string }

/** All pictures of an entry, the first one large; each opens in its full size. */
export function Gallery({ files, title }: GalleryProps) {
  const { t } = useTranslation('jury')
  const pictures = files.flatMap(({ picture, alt, kind }) =>
    picture ? [{ picture, alt, kind }] : [],
  )
  if (pictures.length === 0) return <p className={styles.none}>{t('sheet.noPictures')}</p>
  return (
    <ul className={styles.gallery} aria-label={t('sheet.pictures', { title })}>
      {pictures.map(({ picture, alt }, index) => (
        <li key={picture.url} className={index === 0 ? styles.first : styles.rest}>
          <a href={picture.url} target="_blank" rel="noreferrer" className={styles.link}>
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
