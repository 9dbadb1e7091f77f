import type { Profile } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { SectionHeading, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './privacy.module.css'

/** What has been agreed to or declined, when, and which text it was. */
export function Consents({ consents }: Pick<Profile, 'consents'>) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  return (
    <section>
      <SectionHeading size="small">{t('rights.consents.title')}</SectionHeading>
      <ul className={styles.consents} role="list">
        {consents.map(({ kind, given, version, at }) => (
          <li key={kind}>
            <span className={styles.what}>{t(`rights.consents.kind.${kind}`)}</span>
            <span className={styles.facts}>
              {t(given ? 'rights.consents.given' : 'rights.consents.declined', {
                date: format.date(at),
              })}
              {version && ` · ${t('rights.consents.version', { version })}`}
            </span>
          </li>
        ))}
        {consents.length === 0 && <li className={styles.facts}>{t('rights.consents.none')}</li>}
      </ul>
      <TextLink to={paths.privacy}>{t('rights.consents.policy')}</TextLink>
    </section>
  )
}
