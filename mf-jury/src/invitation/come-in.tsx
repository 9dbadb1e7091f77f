import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './offer.module.css'

type ComeInProps = { code: string; email: string }

/** For who is not signed in: both ways in come back to this invitation. */
export function ComeIn({ code, email }: ComeInProps) {
  const { t } = useTranslation('invitation')
  const here = paths.juryInvitation(code)
  return (
    <section className={styles.way} aria-labelledby="come-in">
      <h2 id="come-in" className={styles.heading}>
        {t('comeIn')}
      </h2>
      <p>{t('comeInText', { email })}</p>
      <div className={styles.buttons}>
        <LinkButton type="primary" size="large" block to={paths.register(here)}>
          {t('register')}
        </LinkButton>
        <LinkButton size="large" block to={paths.login(here)}>
          {t('signIn')}
        </LinkButton>
      </div>
    </section>
  )
}
