import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/calls'
import { useTranslation } from 'react-i18next'
import { useParams, Link, useLocation, useNavigate } from 'react-router-dom'
import { QueryState, NotFound } from '../ui/query-state.tsx'
import type { WinnerInfo, WinnerCard } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import {
  ResponsiveImage,
  usePageHead,
  VisuallyHidden,
  DefinitionList,
  AwardMark,
  TextLink,
  type PageHead,
} from '@awards/shared/ui'
import { useEffect, useMemo, type ReactNode } from 'react'
import { OpenLightbox, useLightbox, WinnerGallery } from './winner-gallery.tsx'
import { Share } from '../ui/share.tsx'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { OutsideLink } from '../ui/links.tsx'
import { useHydrated } from '@awards/shared/browser/use-hydrated'
import styles from './winner.module.css'
import { Neighbours } from '../ui/neighbours.tsx'
import type { Language } from '@awards/shared/domain'
import { breadcrumbs, imageObject, organiser, pageAddress } from '../structured-data/schema-org.ts'
import { summaryOf } from '../ui/rich-text.tsx'

/** The query of the list that led to this page, which the browser remembers with the page. */
function useListQuery(): string | undefined {
  const state: unknown = useLocation().state
  const isHydrated = useHydrated()
  if (!isHydrated || typeof state !== 'object' || state === null || !('list' in state))
    return undefined
  return typeof state.list === 'string' && /^(\?|$)/.test(state.list) ? state.list : undefined
}

/** What a work has won, its name and who made it. */
function WinnerHeader({
  winner: { award, category, edition, title, title_local, designers },
}: {
  winner: WinnerInfo
}) {
  const { t } = useTranslation('public')
  const list = useListQuery()
  return (
    <header className={styles.header}>
      <p className={styles.back}>
        <TextLink isBack to={paths.winners() + (list ?? '')}>
          {t('winners.all')}
        </TextLink>
      </p>
      <p className={styles.marks}>
        <AwardMark code={award.code} name={award.name} colour={award.colour} />
        <Link to={paths.winners({ category: category.code })}>{category.name}</Link>
        <Link to={paths.winners({ edition: edition.code })}>{edition.name}</Link>
      </p>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
        {title_local && title_local !== title && (
          <span className={styles.local}>{title_local}</span>
        )}
      </h1>
      <p className={styles.by}>{designers}</p>
    </header>
  )
}

/** Plain text whose empty lines part its paragraphs. */
const Paragraphs = ({ text }: { text: string }) => (
  <div className={styles.paragraphs}>
    {text
      .split(/\n\s*\n/)
      .filter((paragraph) => paragraph.trim())
      .map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
  </div>
)

const hostOf = (address: string) =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address

/** The facts of a work; what was not given is left out. */
function WinnerFacts({ winner }: { winner: WinnerInfo }) {
  const { t } = useTranslation('public')
  const { date, countryName } = useFormat()
  const { certificate_number, completion_date, country, website_url, video_url } = winner
  // Labels of the entry's public fields: a fact without a value of its own below is a text of the winner.
  const labels = t('field', { returnObjects: true }) as unknown as Record<string, string>
  const texts = Object.keys(labels).map((name) => [name, winner[name as keyof WinnerInfo]])
  const facts: Record<string, ReactNode> = {
    company: winner.company,
    country: country && countryName(country),
    client: winner.client,
    section: winner.section.name,
    location: winner.location,
    ...(Object.fromEntries(texts) as Record<string, string | null>),
    completion_date: completion_date && date(completion_date, 'month'),
    ai_use: winner.ai_use && t(`winner.aiUse.${winner.ai_use}`),
    website_url: website_url && <OutsideLink href={website_url}>{hostOf(website_url)}</OutsideLink>,
    video_url: video_url && <OutsideLink href={video_url}>{hostOf(video_url)}</OutsideLink>,
    entry: winner.entry_no,
    certificate: certificate_number && (
      <Link to={paths.verify(certificate_number)}>
        {t('winner.verify', { number: certificate_number })}
      </Link>
    ),
  }
  return (
    <DefinitionList
      items={[
        ...Object.entries(facts).map(([name, detail]) => ({
          term: labels[name] ?? t(`winner.fact.${name}`),
          detail,
        })),
        ...(winner.questions ?? []).map(({ label, text }) => ({ term: label, detail: text })),
      ]}
    />
  )
}

/** Who made the work. */
function WinnerCredits({ credits }: { credits: WinnerInfo['credits'] }) {
  const { t } = useTranslation('public')
  if (credits.length === 0) return null
  return (
    <section aria-labelledby="credits-title">
      <h2 id="credits-title" className={styles.heading}>
        {t('winner.credits')}
      </h2>
      <ul role="list">
        {credits.map(({ name, role }) => (
          <li key={`${name}-${role}`} className={styles.credit}>
            <span className={styles.name}>{name}</span>
            {role && <span className={styles.role}>{role}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the work is, in the words of its makers and of the jury. */
function WinnerDescription({ winner }: { winner: WinnerInfo }) {
  const { t } = useTranslation('public')
  return (
    <div className={styles.words}>
      <p className={styles.summary}>{winner.summary}</p>
      <Paragraphs text={winner.description} />
      <p className={styles.original}>{t('winner.original')}</p>
      {winner.video_url && (
        <p className={styles.film}>
          <OutsideLink href={winner.video_url}>{t('winner.film')}</OutsideLink>
        </p>
      )}
      {winner.jury_statement && (
        <figure className={styles.statement}>
          <blockquote>{winner.jury_statement}</blockquote>
          <figcaption>{t('winner.jury')}</figcaption>
        </figure>
      )}
    </div>
  )
}

type Neighbour = { to: string; state?: unknown } | null

const BUSY = 'input, select, textarea, [contenteditable], [role="slider"], [role="menu"]'
const DIALOG = 'dialog[open], [role="dialog"], [aria-modal="true"]'

/** True where an arrow key belongs to something else than the page: a field, a dialog, a zoomed view. */
const isTaken = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  event.altKey ||
  event.ctrlKey ||
  event.metaKey ||
  event.shiftKey ||
  (event.target instanceof Element && event.target.closest(BUSY) !== null) ||
  document.querySelector(DIALOG) !== null ||
  (window.visualViewport?.scale ?? 1) > 1

/** Leads to the page before with the left arrow key, to the one after with the right. */
function useArrowKeys(previous: Neighbour, next: Neighbour) {
  const navigate = useNavigate()
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      const neighbour = { ArrowLeft: previous, ArrowRight: next }[event.key]
      if (!neighbour || isTaken(event)) return
      event.preventDefault()
      void navigate(neighbour.to, { state: neighbour.state })
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [navigate, previous, next])
}

type Work = WinnerInfo['previous']

const linkOf = (work: Work, list: string | undefined) =>
  work && {
    to: paths.winner(work.apply_order_id),
    title: work.title,
    state: list === undefined ? undefined : { list },
  }

/** The works before and after this one in the list of the edition. */
function WinnerNeighbours({ previous, next }: { previous: Work; next: Work }) {
  const { t } = useTranslation('public')
  const list = useListQuery()
  const before = useMemo(() => linkOf(previous, list), [previous, list])
  const after = useMemo(() => linkOf(next, list), [next, list])
  useArrowKeys(before, after)
  return (
    <Neighbours
      label={t('winner.neighbours')}
      previous={before}
      next={after}
      all={{ to: paths.winners() + (list ?? ''), title: t('winners.all') }}
    />
  )
}

/** All that is public about an awarded work. */
function WinnerDetail({ winner }: { winner: WinnerInfo }) {
  const { t } = useTranslation('public')
  usePageHead(useWinnerPageHead(winner))
  const lightbox = useLightbox()
  const { cover } = winner
  const others = winner.images.filter(({ url }) => url !== cover?.url)
  const first =
    cover && (winner.images.find(({ url }) => url === cover.url) ?? { ...cover, credit: null })
  const images = first ? [first, ...others] : others
  return (
    <article className={styles.sheet}>
      <WinnerHeader winner={winner} />
      {first && (
        <a href={first.url} className={styles.coverLink} {...lightbox.linkTo(0)}>
          <VisuallyHidden>{t('winner.enlarge', { alt: first.alt })}</VisuallyHidden>
          <ResponsiveImage
            picture={first}
            sizes={COVER_SIZES}
            alt=""
            eager
            className={styles.cover ?? ''}
          />
        </a>
      )}
      <div className={styles.body}>
        <WinnerDescription winner={winner} />
        <aside className={styles.facts} aria-label={t('winner.facts')}>
          <WinnerFacts winner={winner} />
          <WinnerCredits credits={winner.credits} />
          <Share
            path={paths.winner(winner.apply_order_id)}
            title={winner.title}
            text={winner.summary}
          />
        </aside>
      </div>
      <WinnerGallery
        images={others}
        before={images.length - others.length}
        linkTo={lightbox.linkTo}
      />
      <WinnerNeighbours previous={winner.previous} next={winner.next} />
      <OpenLightbox images={images} lightbox={lightbox} />
    </article>
  )
}

export function Component() {
  const { t } = useTranslation('public')
  const { apply_order_id = '' } = useParams()
  const winner = useApiQuery(publication.winnerInfo, { apply_order_id })
  return (
    <QueryState
      query={winner}
      minHeight="page"
      missing={<NotFound title={t('winner.missing')}>{t('winner.missingText')}</NotFound>}
    >
      {(info) => <WinnerDetail key={info.apply_order_id} winner={info} />}
    </QueryState>
  )
}

const awardOf = ({ award, edition }: WinnerCard) => `${award.name}, ${edition.name}`

/** An awarded work as a schema.org CreativeWork. */
const winnerWork = (language: Language, winner: WinnerInfo) => ({
  '@context': 'https://schema.org',
  '@type': 'CreativeWork',
  '@id': pageAddress(paths.winner(winner.apply_order_id), language),
  url: pageAddress(paths.winner(winner.apply_order_id), language),
  name: winner.title,
  ...(winner.title_local && { alternateName: winner.title_local }),
  abstract: winner.summary,
  description: winner.description,
  genre: winner.category.name,
  identifier: winner.entry_no,
  award: awardOf(winner),
  creator:
    winner.credits.length > 0
      ? winner.credits.map(({ name, role }) => ({
          '@type': 'Person',
          name,
          ...(role && { jobTitle: role }),
        }))
      : { '@type': 'Person', name: winner.designers },
  ...(winner.company && { sourceOrganization: { '@type': 'Organization', name: winner.company } }),
  ...(winner.client && { funder: { '@type': 'Organization', name: winner.client } }),
  ...(winner.country && { countryOfOrigin: { '@type': 'Country', name: winner.country } }),
  ...(winner.materials && { material: winner.materials }),
  ...(winner.completion_date && { dateCreated: winner.completion_date }),
  ...(winner.published_at && { datePublished: winner.published_at }),
  ...(winner.website_url && { sameAs: winner.website_url }),
  ...(winner.jury_statement && {
    review: {
      '@type': 'Review',
      reviewBody: winner.jury_statement,
      author: organiser(language),
    },
  }),
  image: winner.images.map((image) => imageObject(image, image.credit)),
})

/** The cover stands as wide as the window, up to the width of the page. */
const COVER_SIZES = 'min(100vw, 98rem)'

/** Title, description, preview image and structured data of a winner's page. */
function useWinnerPageHead(winner: WinnerInfo): PageHead {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const { cover, award, category, designers } = winner
  return {
    title: t('winner.documentTitle', { title: winner.title, award: award.name }),
    description: summaryOf(winner.summary || `${designers}. ${winner.description}`),
    image: cover ?? undefined,
    hero: cover ? { picture: cover, sizes: COVER_SIZES } : undefined,
    type: 'article',
    facts: [
      winnerWork(language, winner),
      breadcrumbs(
        language,
        t('nav.home'),
        { name: t('nav.winners'), path: paths.winners() },
        { name: category.name, path: paths.winners({ category: category.code }) },
        { name: winner.title, path: paths.winner(winner.apply_order_id) },
      ),
    ],
  }
}
