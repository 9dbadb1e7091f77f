import { publication } from '@awards/shared/calls'
import { programmeName, useApiQuery } from '@awards/shared/client'
import type { Banner } from '@awards/shared/contract'
import { useLanguage } from '@awards/shared/i18n'
import { ResponsiveImage, VisuallyHidden, below } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { BannerLink } from '../ui/links.tsx'
import { QueryState } from '../ui/query-state.tsx'
import styles from './hero.module.css'

/** A wide picture that fills a less wide stage stands larger on the page than the stage itself. */
export const HERO_SIZES = `${below('tablet')} 267vw, 145vw`

/** The style sheet has rules for this many slides. */
const MOST = 6
const numberOf = (index: number) => String(index + 1).padStart(2, '0')

type HeroSlidesProps = { banners: readonly Banner[]; name: string; tagline: string | undefined }

/** The banners one at a time; radio buttons and the style sheet switch them, so no script is needed. */
function HeroSlides({ banners, name, tagline }: HeroSlidesProps) {
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
                  <BannerLink to={link}>{link_label ?? t('home.discover')}</BannerLink>
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

/** The banners from edge to edge, with the name of the programme. */
export function Hero() {
  const banners = useApiQuery(publication.banner, { position: 'home_hero' })
  const { data: about } = useApiQuery(publication.about)
  const language = useLanguage()
  const name = about?.programme ?? programmeName(language)
  return (
    <section className={styles.hero} aria-labelledby="home-title">
      <QueryState query={banners} minHeight="page">
        {(list) => <HeroSlides banners={list} name={name} tagline={about?.tagline} />}
      </QueryState>
    </section>
  )
}
