import type { WinnerInfo } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import {
  ResponsiveImage,
  usePageHead,
  VisuallyHidden,
  Loader,
  type PageHead,
} from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { lazy, Suspense, useMemo, useEffect } from 'react'
import { loadEnlarged, useEnlarged } from './use-enlarged.ts'
import winnerGalleryStyles from './winner-gallery.module.css'
import { Share } from '../ui/share.tsx'
import { useLanguage } from '@awards/shared/i18n'
import { breadcrumbs } from '../structured-data/schema-org.ts'
import { winnerWork } from '../structured-data/winner-work.ts'
import { summaryOf } from '../ui/plain-text.ts'
import winnerCreditsStyles from './winner-credits.module.css'
import { WinnerFacts } from './winner-facts.tsx'
import { WinnerGallery } from './winner-gallery.tsx'
import { WinnerHeader } from './winner-header.tsx'
import { Neighbours } from '../ui/neighbours.tsx'
import { useNavigate } from 'react-router-dom'
import { useListQuery } from './use-list-query.ts'
import { OutsideLink } from '../ui/outside-link.tsx'
import { Paragraphs } from '../ui/paragraphs.tsx'
import styles from './winner-sheet.module.css'

/** Who made the work. */
function WinnerCredits({ credits }: { credits: WinnerInfo['credits'] }) {
  const { t } = useTranslation('public')
  if (credits.length === 0) return null
  return (
    <section aria-labelledby="credits-title">
      <h2 id="credits-title" className={winnerCreditsStyles.heading}>
        {t('winner.credits')}
      </h2>
      <ul role="list">
        {credits.map(({ name, role }) => (
          <li key={`${name}-${role}`} className={winnerCreditsStyles.credit}>
            <span className={winnerCreditsStyles.name}>{name}</span>
            {role && <span className={winnerCreditsStyles.role}>{role}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the work is, in the words of its makers and of the jury. */
function WinnerWords({ winner }: { winner: WinnerInfo }) {
  const { t } = useTranslation('public')
  return (
    <div className={styles.words}>
      <p className={styles.summary}>{winner.summary}</p>
      <Paragraphs text={winner.description} />
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

const Enlarged = lazy(() =>
  loadEnlarged().then(({ EnlargedPictures }) => ({ default: EnlargedPictures })),
)

type EnlargedWhenAskedProps = {
  images: WinnerInfo['images']
  enlarged: ReturnType<typeof useEnlarged>
}

/** The enlarged picture, once one has been asked for. */
function EnlargedWhenAsked({ images, enlarged }: EnlargedWhenAskedProps) {
  if (enlarged.index === undefined) return null
  return (
    <Suspense
      fallback={
        <div className={winnerGalleryStyles.opening}>
          <Loader />
        </div>
      }
    >
      <Enlarged images={images} index={enlarged.index} onClose={enlarged.close} />
    </Suspense>
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

/** The cover stands as wide as the window, up to the width of the page. */
const COVER_SIZES = '(min-width: 98rem) 98rem, 100vw'

/** What search engines, and those a work is shared with, are told of it. */
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

/** All that is public about an awarded work. */
export function WinnerSheet({ winner }: { winner: WinnerInfo }) {
  const { t } = useTranslation('public')
  usePageHead(useWinnerPageHead(winner))
  const enlarged = useEnlarged()
  const { cover } = winner
  const others = winner.images.filter(({ url }) => url !== cover?.url)
  const first =
    cover && (winner.images.find(({ url }) => url === cover.url) ?? { ...cover, credit: null })
  const images = first ? [first, ...others] : others
  return (
    <article className={styles.sheet}>
      <WinnerHeader winner={winner} />
      {first && (
        <a href={first.url} className={styles.coverLink} {...enlarged.linkTo(0)}>
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
        <WinnerWords winner={winner} />
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
        linkTo={enlarged.linkTo}
      />
      <WinnerNeighbours previous={winner.previous} next={winner.next} />
      <EnlargedWhenAsked images={images} enlarged={enlarged} />
    </article>
  )
}
