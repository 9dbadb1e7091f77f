import type { Picture } from '@awards/shared/contract'
import styles from './responsive-image.module.css'

type ResponsiveImageProps = {
  picture: Picture
  /** How wide the picture stands on the page, as the `sizes` attribute says it. */
  sizes: string
  /** Width by height the picture is cropped to, for instance `3 / 2`; its own shape by default. */
  ratio?: string
  /** True for the picture that the visitor sees first. */
  eager?: boolean
  /** Empty where the text beside the picture says it all. */
  alt?: string
  className?: string
}

const HUE = /^#[0-9a-f]{6}$/i

/** A picture that loads the size it needs and keeps its place until it is there. */
export function ResponsiveImage({
  picture,
  sizes,
  ratio,
  eager = false,
  alt = picture.alt,
  className = '',
}: ResponsiveImageProps) {
  return (
    <img
      className={`${styles.image} ${className}`}
      src={picture.url}
      srcSet={picture.sources.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      style={{
        aspectRatio: ratio ?? `${picture.width} / ${picture.height}`,
        backgroundColor: HUE.test(picture.colour) ? picture.colour : undefined,
      }}
    />
  )
}
