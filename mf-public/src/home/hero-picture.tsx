import type { Banner } from '@awards/shared/contract'
import { ResponsiveImage } from '@awards/shared/ui'
import styles from './hero.module.css'

/** A wide picture that fills a less wide stage stands larger on the page than the stage itself. */
const SIZES = '(max-width: 48rem) 267vw, 145vw'

type HeroPictureProps = { banner: Banner; isShown: boolean }

/** The picture of a banner; phones get the one that was made for them, if there is one. */
export function HeroPicture({ banner: { image, mobile_image }, isShown }: HeroPictureProps) {
  if (!image) return null
  const forPhones = mobile_image?.sources.map(({ url, width }) => `${url} ${width}w`).join(', ')
  return (
    <picture
      className={`${styles.picture} ${isShown ? styles.shown : ''}`}
      aria-hidden={!isShown || undefined}
    >
      {forPhones && <source media="(max-width: 48rem)" srcSet={forPhones} sizes="100vw" />}
      <ResponsiveImage picture={image} sizes={SIZES} eager className={styles.image} />
    </picture>
  )
}
