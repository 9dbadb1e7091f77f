import {
  usePageHead,
  TextLink,
  VisuallyHidden,
  SectionHeading,
  ResponsiveImage,
} from '@awards/shared/ui'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import {
  usePublicAboutQuery,
  usePublicBannersQuery,
  usePublicJuryQuery,
  usePublicBlocksQuery,
  usePublicArticlesQuery,
} from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { Band } from '../ui/band.tsx'
import { Figures, PartnerList } from '../ui/figures.tsx'
import aboutFiguresStyles from './about-figures.module.css'
import { CallStrip } from './call-strip.tsx'
import { ActionLink } from '../ui/action-link.tsx'
import callToEnterStyles from './call-to-enter.module.css'
import { EditionDates } from './edition-dates.tsx'
import { FeaturedWinners } from './featured-winners.tsx'
import { programmeName } from '@awards/shared/client'
import { useLanguage } from '@awards/shared/i18n'
import { HeroSlides } from './hero-slides.tsx'
import heroStyles from './hero.module.css'
import { JurorTile } from '../ui/juror-tile.tsx'
import juryStripStyles from './jury-strip.module.css'
import { RichText } from '../ui/rich-text.tsx'
import midBlocksStyles from './mid-blocks.module.css'
import { ArticleTile } from '../ui/article-tile.tsx'
import newsStripStyles from './news-strip.module.css'
import { useHomeHead } from './use-home-head.ts'

/** Who makes the award possible; absent while there is nobody to name. */
function Partners() {
  const { t } = useTranslation('public')
  const { data } = usePublicAboutQuery()
  if (!data || data.partners.length === 0) return null
  return (
    <Band labelledBy="partners-title">
      <SectionHeading id="partners-title">{t('home.partners')}</SectionHeading>
      <PartnerList partners={data.partners} />
    </Band>
  )
}

/** The first thing a visitor sees: one picture from edge to edge, and a way to the others. */
function Hero() {
  const banners = usePublicBannersQuery({ position: 'home_hero' })
  const { data: about } = usePublicAboutQuery()
  const language = useLanguage()
  const name = about?.programme ?? programmeName(language)
  return (
    <section className={heroStyles.hero} aria-labelledby="home-title">
      <Answered query={banners} room="page">
        {(list) => <HeroSlides banners={list} name={name} tagline={about?.tagline} />}
      </Answered>
    </section>
  )
}

/** The invitation to enter, on the red of the award. */
function CallToEnter() {
  const { t } = useTranslation('public')
  return (
    <Band tone="brand" labelledBy="enter-title">
      <div className={callToEnterStyles.call}>
        <h2 id="enter-title" className={callToEnterStyles.title}>
          {t('home.enterTitle')}
        </h2>
        <p>
          <ActionLink to={paths.steps()} tone="paper">
            {t('call.enter')}
          </ActionLink>
        </p>
      </div>
    </Band>
  )
}

/** What the award stands for in one sentence and a few figures. */
function AboutFigures() {
  const { t } = useTranslation('public')
  const about = usePublicAboutQuery()
  return (
    <Band labelledBy="figures-title">
      <h2 id="figures-title">
        <VisuallyHidden>{t('home.about')}</VisuallyHidden>
      </h2>
      <Answered query={about} room="block">
        {({ tagline, figures }) => (
          <>
            <p className={aboutFiguresStyles.tagline}>{tagline}</p>
            <Figures figures={figures} />
            <p className={aboutFiguresStyles.more}>
              <TextLink to={paths.about}>{t('home.more')}</TextLink>
            </p>
          </>
        )}
      </Answered>
    </Band>
  )
}

/** What the organiser wants to tell in the middle of the page: a picture and a text each. */
function MidBlocks() {
  const blocks = usePublicBlocksQuery({ position: 'home_mid' })
  return (
    <Answered query={blocks} room="page">
      {(list) =>
        list.map(({ id, title, html, image }) => (
          <section key={id} className={midBlocksStyles.block} aria-labelledby={`block-${id}`}>
            {image && (
              <ResponsiveImage
                picture={image}
                ratio="1"
                sizes="(min-width: 60rem) 75vw, 150vw"
                className={midBlocksStyles.picture}
              />
            )}
            <div className={midBlocksStyles.words}>
              <h2 id={`block-${id}`} className={midBlocksStyles.title}>
                {title}
              </h2>
              <RichText html={html} size="large" />
            </div>
          </section>
        ))
      }
    </Answered>
  )
}

/** The jury in a row of portraits. */
function JuryStrip() {
  const { t } = useTranslation('public')
  const jury = usePublicJuryQuery()
  return (
    <Band labelledBy="jury-title">
      <SectionHeading
        id="jury-title"
        aside={<TextLink to={paths.jury}>{t('home.allJurors')}</TextLink>}
      >
        {t('home.jury')}
      </SectionHeading>
      <Answered query={jury}>
        {({ list }) => (
          <ul role="list" className={juryStripStyles.row}>
            {list.map((juror) => (
              <li key={juror.id} className={juryStripStyles.juror}>
                <JurorTile juror={juror} sizes="(min-width: 60rem) 18vw, 56vw" />
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Band>
  )
}

const SHOWN = 3

/** The latest articles. */
function NewsStrip() {
  const { t } = useTranslation('public')
  const articles = usePublicArticlesQuery({ current: 1, pageSize: SHOWN })
  return (
    <Band labelledBy="news-title">
      <SectionHeading
        id="news-title"
        aside={<TextLink to={paths.news}>{t('home.allNews')}</TextLink>}
      >
        {t('home.news')}
      </SectionHeading>
      <Answered query={articles}>
        {({ list }) => (
          <ul role="list" className={newsStripStyles.grid}>
            {list.map((article) => (
              <li key={article.id}>
                <ArticleTile article={article} sizes="(min-width: 60rem) 32vw, 100vw" />
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Band>
  )
}

export function Component() {
  usePageHead(useHomeHead())
  return (
    <>
      <Hero />
      <CallStrip />
      <EditionDates />
      <FeaturedWinners />
      <MidBlocks />
      <AboutFigures />
      <JuryStrip />
      <NewsStrip />
      <Partners />
      <CallToEnter />
    </>
  )
}
