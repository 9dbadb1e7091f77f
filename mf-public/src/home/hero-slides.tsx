import type { Banner } from '@awards/shared/contract'
import { ResponsiveImage, VisuallyHidden } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { ActionLink } from '../ui/action-link.tsx'
import { HERO_SIZES } from './hero-sizes.ts'
import styles from './hero.module.css'

/** As many as the style sheet knows how to show. */
const MOST = 6
const numberOf = (index: number) => String(index + 1).padStart(2, '0')

type HeroSlidesProps = { banners: readonly Banner[]; name: string; tagline: string | undefined }

/** The banners one at a time; the style sheet alone shows the chosen one, so no script is needed. */
export function HeroSlides({ banners, name, tagline }: HeroSlidesProps) {
  const { t } = useTranslation('public')
  const shown = banners.slice(0, MOST)
  return (
    <>
      <div className={styles.stage}>
        {shown.map(({ id, image, mobile_image }, index) => (
          <div key={id} className={styles.slide}>
            {image && (
              <ResponsiveImage
                picture={image}
                narrow={mobile_image}
                sizes={HERO_SIZES}
                eager={index === 0}
                className={styles.image ?? ''}
              />
            )}
          </div>
        ))}
      </div>
      <div className={styles.panel}>
        <h1 id="home-title" className={styles.name} tabIndex={-1}>
          {name}
        </h1>
        <div className={styles.texts} aria-live="polite">
          {shown.map(({ id, title, subtitle, link, link_label }) => (
            <div key={id} className={styles.text}>
              <h2 className={styles.title}>{title}</h2>
              {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
              {link && (
                <p className={styles.action}>
                  <ActionLink to={link}>{link_label ?? t('home.discover')}</ActionLink>
                </p>
              )}
            </div>
          ))}
          {shown.length === 0 && <p className={styles.title}>{tagline}</p>}
        </div>
        {shown.length > 1 && (
          <fieldset className={styles.choices}>
            <legend>
              <VisuallyHidden>{t('home.banners')}</VisuallyHidden>
            </legend>
            <div className={styles.row}>
              {shown.map(({ id, title }, index) => (
                <label key={id} className={styles.choice}>
                  <input
                    type="radio"
                    name="banner"
                    value={id}
                    defaultChecked={index === 0}
                    className={styles.radio}
                  />
                  <span aria-hidden="true">{numberOf(index)}</span>
                  <VisuallyHidden>{title}</VisuallyHidden>
                </label>
              ))}
            </div>
          </fieldset>
        )}
      </div>
    </>
  )
}
