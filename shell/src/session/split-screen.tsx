import { programmeName } from '@awards/shared/client'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { TextLink } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './split-screen.module.css'
import { WinnerPicture } from './winner-picture.tsx'

type SplitScreenProps = { title: string; lead: string; children: ReactNode }

/** A winning work at one side, a form at the other, and the way on to the public site. */
export function SplitScreen({ title, lead, children }: SplitScreenProps) {
  const { t } = useTranslation('shell')
  const user = useCurrentUser()
  return (
    <div className={styles.split}>
      <WinnerPicture />
      <div className={styles.side}>
        <div className={styles.column}>
          <p className={styles.eyebrow}>{programmeName(useLanguage())}</p>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          <p className={styles.lead}>{lead}</p>
          {children}
          {user ? null : (
            <p className={styles.onward}>
              <TextLink to={paths.home}>{t('session.publicSite')}</TextLink>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
