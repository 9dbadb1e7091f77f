import { programmeName } from '@awards/shared/client'
import { useLanguage } from '@awards/shared/i18n'
import { usePublicAboutQuery, usePublicBannersQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { HeroSlides } from './hero-slides.tsx'
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
        {(list) => <HeroSlides banners={list} name={name} tagline={about?.tagline} />}
      </Answered>
    </section>
  )
}
