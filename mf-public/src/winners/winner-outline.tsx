import { VisuallyHidden } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import grid from './winner-grid.module.css'
import styles from './winner-outline.module.css'

const SHOWN = Array.from({ length: 9 }, (_, index) => index)

/** The grid before its works are there: as high as it will be. */
export function WinnerOutline({ leads }: { leads: boolean }) {
  const { t } = useTranslation('shared')
  return (
    <div role="status" data-loader>
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <ul role="list" className={`${grid.grid} ${leads ? grid.leads : ''}`} aria-hidden="true">
        {SHOWN.map((index) => (
          <li key={index} className={styles.tile}>
            <span className={styles.frame} />
            <span className={styles.title} />
            <span className={styles.line} />
          </li>
        ))}
      </ul>
    </div>
  )
}
