import type { WinnerInfo } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { AwardMark, ResponsiveImage, useDocumentTitle } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Paragraphs } from '../ui/paragraphs.tsx'
import { WinnerCredits } from './winner-credits.tsx'
import { WinnerFacts } from './winner-facts.tsx'
import { WinnerGallery } from './winner-gallery.tsx'
import { WinnerNeighbours } from './winner-neighbours.tsx'
import styles from './winner-sheet.module.css'

/** All that is public about an awarded work. */
export function WinnerSheet({ winner }: { winner: WinnerInfo }) {
  const { t } = useTranslation('public')
  useDocumentTitle(winner.title)
  const { cover, award, category, edition } = winner
  const others = winner.images.filter(({ url }) => url !== cover?.url)
  return (
    <article>
      <header className={styles.header}>
        <p className={styles.marks}>
          <AwardMark code={award.code} name={award.name} />
          <Link to={paths.winners({ category: category.code })}>{category.name}</Link>
          <Link to={paths.winners({ edition: edition.code })}>{edition.name}</Link>
        </p>
        <h1 className={styles.title} tabIndex={-1}>
          {winner.title}
          {winner.title_local && winner.title_local !== winner.title && (
            <span className={styles.local}>{winner.title_local}</span>
          )}
        </h1>
        <p className={styles.by}>{winner.designers}</p>
      </header>
      {cover && <ResponsiveImage picture={cover} sizes="100vw" eager className={styles.cover} />}
      <div className={styles.body}>
        <div className={styles.words}>
          <p className={styles.summary}>{winner.summary}</p>
          <Paragraphs text={winner.description} />
          {winner.jury_statement && (
            <figure className={styles.statement}>
              <blockquote>{winner.jury_statement}</blockquote>
              <figcaption>{t('winner.jury')}</figcaption>
            </figure>
          )}
        </div>
        <aside className={styles.facts} aria-label={t('winner.facts')}>
          <WinnerFacts winner={winner} />
          <WinnerCredits credits={winner.credits} />
        </aside>
      </div>
      <WinnerGallery images={others} />
      <WinnerNeighbours previous={winner.previous} next={winner.next} />
    </article>
  )
}
