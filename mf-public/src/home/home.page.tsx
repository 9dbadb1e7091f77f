import { publication, publicationAdded } from '@awards/shared/calls'
import {
  usePageHead,
  TextLink,
  VisuallyHidden,
  SectionHeading,
  ResponsiveImage,
  type PageHead,
  from,
} from '@awards/shared/ui'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { QueryState } from '../ui/query-state.tsx'
import type { ReactNode } from 'react'
import styles from './home.module.css'
import { Figures, PartnerList } from '../ui/figures.tsx'
import { CallStrip } from './call-strip.tsx'
import { ActionLink } from '../ui/links.tsx'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { WinnerTile } from '../ui/winner-tile.tsx'
import { Hero, HERO_SIZES } from './hero.tsx'
import { JurorTile } from '../ui/juror-tile.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { ArticleTile } from '../ui/article-tile.tsx'
import { programmeName, useApiQuery } from '@awards/shared/client'
import { editionEvent } from '../structured-data/edition-event.ts'
import { organization, pageAddress, organiserId } from '../structured-data/schema-org.ts'
import type { Language } from '@awards/shared/domain'

/** The site itself, with its search of winners. */
const webSite = (language: Language, name: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name,
  inLanguage: language,
  url: pageAddress(paths.home, language),
  publisher: { '@id': organiserId() },
  potentialAction: {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${pageAddress(paths.winners(), language)}?keyword={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  },
})

/** Title, description and structured data of the home page: organiser, web site, open edition. */
function useHomeHead(): PageHead {
  const language = useLanguage()
  const { data: about } = useApiQuery(publication.about)
  const { data: banners } = useApiQuery(publication.banner, { position: 'home_hero' })
  const { data: contact } = useApiQuery(publication.contact)
  const { data: table } = useApiQuery(publicationAdded.feeTable)
  const { data: dates = [] } = useApiQuery(publication.getAwardDate)
  const banner = banners?.[0]
  const picture = banner?.image ?? undefined
  const name = about?.programme ?? programmeName(language)
  const event =
    table && editionEvent(language, { programme: name, table, dates, image: picture?.url })
  return {
    title: about?.tagline.replace(/[.。]$/, ''),
    description: [about?.tagline, banner?.subtitle].filter(Boolean).join(' ') || undefined,
    image: picture,
    // A preload knows nothing of another picture for phones.
    hero: picture && !banner?.mobile_image ? { picture, sizes: HERO_SIZES } : undefined,
    facts: [
      organization(language, {
        name,
        description: about?.tagline,
        social: contact?.social.map(({ url }) => url),
      }),
      webSite(language, name),
      ...(event ? [event] : []),
    ],
  }
}

type BandProps = {
  children: ReactNode
  tone?: 'plain' | 'sunken' | 'brand'
  /** Identifier of the heading that names the band. */
  labelledBy?: string
}

/** A part of a page from edge to edge, its content in the page's own width. */
const Band = ({ children, tone = 'plain', labelledBy }: BandProps) => (
  <section className={`${styles.band} ${styles[tone]}`} aria-labelledby={labelledBy}>
    <div className={styles.bandInner}>{children}</div>
  </section>
)

const DATES_SHOWN = 4

/** The current step of the edition and the next ones. */
function EditionDates() {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const dates = useApiQuery(publication.getAwardDate)
  return (
    <section className={styles.dates} aria-label={t('home.dates')}>
      <QueryState query={dates} minHeight="line" missing={null}>
        {(list) => (
          <ol role="list" className={styles.dateList}>
            {list
              .filter(({ state }) => state !== 'past')
              .slice(0, DATES_SHOWN)
              .map(({ key, label, starts_at, ends_at, state }) => {
                const isNow = state === 'current'
                const moment = isNow && ends_at ? ends_at : starts_at
                return (
                  <li
                    key={key}
                    className={isNow ? styles.now : styles.step}
                    aria-current={isNow ? 'step' : undefined}
                  >
                    <span className={styles.date}>
                      {isNow && ends_at
                        ? t('home.now', { date: date(moment, 'short') })
                        : date(moment, 'short')}
                    </span>
                    <span className={styles.label}>{label}</span>
                  </li>
                )
              })}
          </ol>
        )}
      </QueryState>
      <p>
        <TextLink to={paths.calendar}>{t('home.allDates')}</TextLink>
      </p>
    </section>
  )
}

const FEATURED = 6

/** Awarded works of the last edition, one of them large. */
function FeaturedWinners() {
  const { t } = useTranslation('public')
  const winners = useApiQuery(publication.indexWinnerList, { current: 1, pageSize: FEATURED })
  return (
    <Band labelledBy="featured-title">
      <SectionHeading
        id="featured-title"
        aside={<TextLink to={paths.winners()}>{t('home.allWinners')}</TextLink>}
      >
        {t('home.winners')}
      </SectionHeading>
      <QueryState query={winners} minHeight="page">
        {({ list }) => (
          <ul role="list" className={styles.featuredGrid}>
            {list.map((winner, index) => (
              <li key={winner.apply_order_id}>
                <WinnerTile
                  winner={winner}
                  size={index === 0 ? 'large' : 'small'}
                  sizes={
                    index === 0
                      ? `${from('desktop')} 64vw, 100vw`
                      : `${from('desktop')} 32vw, ${from('small-tablet')} 50vw, 100vw`
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Band>
  )
}

/** The partners; absent while the list is empty. */
function Partners() {
  const { t } = useTranslation('public')
  const { data } = useApiQuery(publication.about)
  if (!data || data.partners.length === 0) return null
  return (
    <Band labelledBy="partners-title">
      <SectionHeading id="partners-title">{t('home.partners')}</SectionHeading>
      <PartnerList partners={data.partners} />
    </Band>
  )
}

/** The invitation to enter, on the red of the award. */
function CallToEnter() {
  const { t } = useTranslation('public')
  return (
    <Band tone="brand" labelledBy="enter-title">
      <div className={styles.call}>
        <h2 id="enter-title" className={styles.callTitle}>
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
  const about = useApiQuery(publication.about)
  return (
    <Band labelledBy="figures-title">
      <h2 id="figures-title">
        <VisuallyHidden>{t('home.about')}</VisuallyHidden>
      </h2>
      <QueryState query={about} minHeight="block">
        {({ tagline, figures }) => (
          <>
            <p className={styles.tagline}>{tagline}</p>
            <Figures figures={figures} />
            <p className={styles.aboutMore}>
              <TextLink to={paths.about}>{t('home.more')}</TextLink>
            </p>
          </>
        )}
      </QueryState>
    </Band>
  )
}

/** Blocks of the organiser in the middle of the page: a picture and a text each. */
function MidBlocks() {
  const blocks = useApiQuery(publication.other, { position: 'home_mid' })
  return (
    <QueryState query={blocks} minHeight="page">
      {(list) =>
        list.map(({ id, title, html, image }) => (
          <section key={id} className={styles.block} aria-labelledby={`block-${id}`}>
            {image && (
              <ResponsiveImage
                picture={image}
                ratio="1"
                sizes={`${from('desktop')} 75vw, 150vw`}
                className={styles.blockPicture}
              />
            )}
            <div className={styles.blockWords}>
              <h2 id={`block-${id}`} className={styles.blockTitle}>
                {title}
              </h2>
              <RichText html={html} size="large" />
            </div>
          </section>
        ))
      }
    </QueryState>
  )
}

/** The jury in a row of portraits. */
function JuryStrip() {
  const { t } = useTranslation('public')
  const jury = useApiQuery(publication.jury)
  return (
    <Band labelledBy="jury-title">
      <SectionHeading
        id="jury-title"
        aside={<TextLink to={paths.jury}>{t('home.allJurors')}</TextLink>}
      >
        {t('home.jury')}
      </SectionHeading>
      <QueryState query={jury}>
        {({ list }) => (
          <ul role="list" className={styles.jurorRow}>
            {list.map((juror) => (
              <li key={juror.id} className={styles.juror}>
                <JurorTile juror={juror} sizes={`${from('desktop')} 18vw, 56vw`} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Band>
  )
}

const ARTICLES_SHOWN = 3

/** The latest articles. */
function NewsStrip() {
  const { t } = useTranslation('public')
  const articles = useApiQuery(publication.blogsAndNewsList, {
    current: 1,
    pageSize: ARTICLES_SHOWN,
  })
  return (
    <Band labelledBy="news-title">
      <SectionHeading
        id="news-title"
        aside={<TextLink to={paths.news}>{t('home.allNews')}</TextLink>}
      >
        {t('home.news')}
      </SectionHeading>
      <QueryState query={articles}>
        {({ list }) => (
          <ul role="list" className={styles.newsGrid}>
            {list.map((article) => (
              <li key={article.id}>
                <ArticleTile article={article} sizes={`${from('desktop')} 32vw, 100vw`} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
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
