import type { EntryFile } from '@awards/shared/contract'
import styles from './entry-gallery.module.css'
import { ResponsiveImage } from './responsive-image.tsx'
import { below } from '../theme/breakpoints.ts'

type EntryGalleryProps = {
  files: readonly EntryFile[]
  /** Name of the list of pictures. */
  label: string
  /** What is said where there is no picture. */
  none: string
  /** Name of the link around a picture that nobody has described yet; counts from 1. */
  open: (number: number) => string
}

/** The pictures of an entry in the order in which the jury sees them: the cover first. */
export function entryPictures(files: readonly EntryFile[]) {
  const isCover = ({ kind }: EntryFile) => kind === 'cover'
  return [...files.filter(isCover), ...files.filter((file) => !isCover(file))].flatMap(
    ({ picture, alt, file_id }) => (picture ? [{ picture, alt, file_id }] : []),
  )
}

/** All pictures of an entry as the jury sees them: the cover large, each opens in its full size. */
export function EntryGallery({ files, label, none, open }: EntryGalleryProps) {
  const pictures = entryPictures(files)
  if (pictures.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ul className={styles.gallery} aria-label={label}>
      {pictures.map(({ picture, alt, file_id }, index) => (
        <li key={file_id} className={index === 0 ? styles.first : undefined}>
          <a
            href={picture.url}
            target="_blank"
            rel="noreferrer"
            className={styles.link}
            aria-label={alt ? undefined : open(index + 1)}
          >
            <ResponsiveImage
              picture={picture}
              alt={alt}
              sizes={
                index === 0 ? `${below('desktop')} 100vw, 60vw` : `${below('desktop')} 50vw, 30vw`
              }
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
