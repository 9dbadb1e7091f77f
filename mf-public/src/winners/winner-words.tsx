import type { WinnerInfo } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import { OutsideLink } from '../ui/outside-link.tsx'
import { Paragraphs } from '../ui/paragraphs.tsx'
import styles from './winner-sheet.module.css'

/** What the work is, in the words of its makers and of the jury. */
export function WinnerWords({ winner }: { winner: WinnerInfo }) {
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
