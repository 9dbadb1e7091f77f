import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './regulations.module.css'

type Version = { version: string; effective_at: string }

/** Says that the version shown is not the one in force: it came before, or is announced. */
export function OtherVersionNotice({ shown, inForce }: { shown: Version; inForce: Version }) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const kind = shown.effective_at > inForce.effective_at ? 'announced' : 'earlier'
  return (
    <aside className={styles.notice} aria-label={t('regulations.notice')}>
      <p className={styles.noticeTitle}>
        {t(`regulations.${kind}`, { version: shown.version, date: date(shown.effective_at) })}
      </p>
      <p>
        {t('regulations.inForce', { version: inForce.version, date: date(inForce.effective_at) })}
      </p>
      <p className={styles.noticeLink}>
        <TextLink to={paths.regulations}>{t('regulations.toCurrent')}</TextLink>
      </p>
    </aside>
  )
}
