import type { WinnerInfo } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { ResponsiveImage, usePageHead, VisuallyHidden } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { EnlargedWhenAsked } from './enlarged-when-asked.tsx'
import { Share } from '../ui/share.tsx'
import { useEnlarged } from './use-enlarged.ts'
import { COVER_SIZES, useWinnerPageHead } from './use-winner-page-head.ts'
import { WinnerCredits } from './winner-credits.tsx'
import { WinnerFacts } from './winner-facts.tsx'
import { WinnerGallery } from './winner-gallery.tsx'
import { WinnerHeader } from './winner-header.tsx'
import { WinnerNeighbours } from './winner-neighbours.tsx'
import { WinnerWords } from './winner-words.tsx'
import styles from './winner-sheet.module.css'

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
