import type { Profile } from '@awards/shared/contract'
import { SectionHeading } from '@awards/shared/ui'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUpdateProfileMutation } from '../../entrant.api.ts'
import { ownFields } from '../profile/own-fields.ts'
import styles from './privacy.module.css'

/** The newsletter, off unless it was asked for. */
export function Newsletter({ profile }: { profile: Profile }) {
  const { t } = useTranslation('entrant')
  const [update, { isLoading }] = useUpdateProfileMutation()
  return (
    <section>
      <SectionHeading size="small">{t('rights.newsletter.title')}</SectionHeading>
      <div className={styles.switch}>
        <Switch
          checked={profile.newsletter}
          loading={isLoading}
          aria-labelledby="newsletter-label"
          onChange={(newsletter) => void update({ ...ownFields(profile), newsletter })}
        />
        <div>
          <p id="newsletter-label" className={styles.what}>
            {t('rights.newsletter.label')}
          </p>
          <p className={styles.facts} role="status">
            {t(profile.newsletter ? 'rights.newsletter.on' : 'rights.newsletter.off')}
          </p>
        </div>
      </div>
    </section>
  )
}
