import type { EntryFile, Picture } from '@awards/shared/contract'
import { below } from '../theme/breakpoints.ts'
import styles from './responsive-image.module.css'
import galleryStyles from './entry-gallery.module.css'

const HUE = /^#[0-9a-f]{6}$/i

/** What stands below a picture until it is there: its blurred likeness, else its average colour. */
function Placeholder({ picture: { placeholder, colour } }: { picture: Picture }) {
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

type ResponsiveImageProps = {
  picture: Picture
  /** How wide the picture stands on the page, as the `sizes` attribute says it. */
  sizes: string
  /**
   * Width by height the picture is cropped to: `1`, `3 / 2`, `4 / 3`, `16 / 9`, `21 / 9`, `4 / 5`,
   * `2 / 3` or `3 / 4`; its own shape by default.
   */
  ratio?: string
  /** True for the picture that the visitor sees first. */
  eager?: boolean
  /** Empty where the text beside the picture says it all. */
  alt?: string
  /** `object-fit` and `object-position` set here reach the picture. */
  className?: string
  /** Takes its place below a tablet. */
  narrow?: Picture | null
}

const RATIOS: Record<string, string | undefined> = {
  '1': styles.square,
  '1 / 1': styles.square,
  '3 / 2': styles.landscape,
  '4 / 3': styles.broad,
  '16 / 9': styles.wide,
  '21 / 9': styles.panorama,
  '4 / 5': styles.portrait,
  '2 / 3': styles.tall,
  '3 / 4': styles.upright,
}
const NARROW = below('tablet')

const listOf = (sources: readonly { url: string; width: number }[] | undefined) =>
  sources?.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined

/** A picture that loads the size it needs and keeps its place until it is there. */
export function ResponsiveImage({
  picture,
  sizes,
  ratio,
  eager = false,
  alt = picture.alt,
  className = '',
  narrow,
}: ResponsiveImageProps) {
  const shape = ratio && RATIOS[ratio]
  const sourceOf = ({ width, height, ...each }: Picture, type: 'avif' | 'webp', media?: string) => {
    const list = listOf(type === 'avif' ? each.avif : each.sources)
    if (!list) return null
    const place = media ? { media, width, height } : {}
    return <source {...place} type={`image/${type}`} srcSet={list} sizes={sizes} />
  }
  return (
    <span className={`${styles.frame} ${shape ? `${styles.cropped} ${shape}` : ''} ${className}`}>
      <Placeholder picture={picture} />
      <picture className={styles.picture}>
        {narrow && sourceOf(narrow, 'avif', NARROW)}
        {narrow && sourceOf(narrow, 'webp', NARROW)}
        {sourceOf(picture, 'avif')}
        {sourceOf(picture, 'webp')}
        <img
          className={styles.image}
          data-focus={picture.focus}
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding={eager ? 'auto' : 'async'}
        />
      </picture>
    </span>
  )
}

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
  if (pictures.length === 0) return <p className={galleryStyles.none}>{none}</p>
  return (
    <ul className={galleryStyles.gallery} aria-label={label}>
      {pictures.map(({ picture, alt, file_id }, index) => (
        <li key={file_id} className={index === 0 ? galleryStyles.first : undefined}>
          <a
            href={picture.url}
            target="_blank"
            rel="noreferrer"
            className={galleryStyles.link}
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
          {alt && <p className={galleryStyles.caption}>{alt}</p>}
        </li>
      ))}
    </ul>
  )
}
