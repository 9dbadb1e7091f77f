import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { ActionLink } from '../ui/action-link.tsx'
import { Band } from '../ui/band.tsx'
import styles from './call-to-enter.module.css'

/** The invitation to enter, on the red of the award. */
export function CallToEnter() {
  const { t } = useTranslation('public')
  return (
    <Band tone="brand" labelledBy="enter-title">
      <div className={styles.call}>
        <h2 id="enter-title" className={styles.title}>
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
