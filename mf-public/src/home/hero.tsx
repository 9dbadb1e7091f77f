import { programmeName } from '@awards/shared/client'
import type { Banner } from '@awards/shared/contract'
import { useLanguage } from '@awards/shared/i18n'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePublicAboutQuery, usePublicBannersQuery } from '../public.api.ts'
import { ActionLink } from '../ui/action-link.tsx'
import { Answered } from '../ui/answered.tsx'
import { HeroPicture } from './hero-picture.tsx'
import styles from './hero.module.css'

/** The first thing a visitor sees: one picture from edge to edge, and a way to the others. */
export function Hero() {
  const banners = usePublicBannersQuery({ position: 'home_hero' })
  const { data: about } = usePublicAboutQuery()
  const language = useLanguage()
  const name = about?.programme ?? programmeName(language)
  return (
    <section className={styles.hero} aria-labelledby="home-title">
      <Answered query={banners} room="page">
        {(list) => <Slides banners={list} name={name} tagline={about?.tagline} />}
      </Answered>
    </section>
  )
}

const numberOf = (index: number) => String(index + 1).padStart(2, '0')

type SlidesProps = { banners: readonly Banner[]; name: string; tagline: string | undefined }

function Slides({ banners, name, tagline }: SlidesProps) {
  const { t } = useTranslation('public')
  const [shown, show] = useState(0)
  const [seen, setSeen] = useState<readonly number[]>([0])
  const choose = (index: number) => {
    show(index)
    setSeen((before) => (before.includes(index) ? before : [...before, index]))
  }
  const banner = banners[shown]
  return (
    <>
      <div className={styles.stage}>
        {seen.map((index) => {
          const each = banners[index]
          return each && <HeroPicture key={each.id} banner={each} isShown={index === shown} />
        })}
      </div>
      <div className={styles.panel}>
        <h1 id="home-title" className={styles.name} tabIndex={-1}>
          {name}
        </h1>
        <div aria-live="polite">
          <h2 className={styles.title}>{banner?.title ?? tagline}</h2>
          {banner?.subtitle && <p className={styles.subtitle}>{banner.subtitle}</p>}
          {banner?.link && (
            <p className={styles.action}>
              <ActionLink to={banner.link}>{banner.link_label ?? t('home.discover')}</ActionLink>
            </p>
          )}
        </div>
        {banners.length > 1 && (
          <ul role="list" className={styles.choices} aria-label={t('home.banners')}>
            {banners.map(({ id, title }, index) => (
              <li key={id}>
                <button
                  type="button"
                  className={styles.choice}
                  aria-current={index === shown}
                  aria-label={`${numberOf(index)} ${title}`}
                  onClick={() => choose(index)}
                >
                  {numberOf(index)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
