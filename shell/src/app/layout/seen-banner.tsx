import { siteConfiguration } from '@awards/shared/client'
import type { CurrentUser } from '@awards/shared/contract'
import { ORGANISER_HOME } from '@awards/shared/domain'
import { formatDate, useLanguage } from '@awards/shared/i18n'
import { signOut } from '@awards/shared/session'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './layout.module.css'

type SeenBannerProps = { user: CurrentUser; until: string }

/** Ends the look, and goes back to the person at the desk in a document of its own. */
async function endLook({ id }: CurrentUser) {
  await signOut()
  window.location.assign(`${ORGANISER_HOME}?view=people&person=${id}`)
}

/** Tells an organiser all the while that the site is seen as somebody else, and until when. */
export function SeenBanner({ user, until }: SeenBannerProps) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  useEffect(() => {
    const timer = setTimeout(() => void endLook(user), Date.parse(until) - Date.now())
    return () => clearTimeout(timer)
  }, [user, until])
  const time = formatDate(until, language, siteConfiguration().time_zone, 'time')
  return (
    <div role="region" aria-label={t('seen.label')} className={styles.banner}>
      <p>{t('seen.text', { name: user.display_name, time })}</p>
      <button type="button" className={styles.end} onClick={() => void endLook(user)}>
        {t('seen.end')}
      </button>
    </div>
  )
}
