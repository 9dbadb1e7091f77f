import { programmeName, siteConfiguration } from '@awards/shared/client'
import { useLanguage } from '@awards/shared/i18n'
import { useSession } from '@awards/shared/session'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './footer.module.css'
import { FOOTER_COLUMNS } from './navigation.ts'

/** Everything else the site has, and the two links to the programme's other sites. */
export function Footer() {
  const { t } = useTranslation('shell')
  const { isIdentity } = useSession()
  const language = useLanguage()
  const { organiser, public_site_url, admin_site_url } = siteConfiguration()
  return (
    <footer className={styles.footer}>
      <div className={styles.content}>
        <p className={styles.claim}>{t('claim')}</p>
        {FOOTER_COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-labelledby={`footer-${title}`}>
            <h2 className={styles.heading} id={`footer-${title}`}>
              {t(`footer.${title}`)}
            </h2>
            <ul role="list" className={styles.list}>
              {links.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} className={styles.link}>
                    {t(`nav.${label}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className={styles.base}>
        <span>{organiser || programmeName(language)}</span>
        <span className={styles.sites}>
          {public_site_url && (
            <a className={styles.link} href={public_site_url}>
              {t('footer.publicSite')}
            </a>
          )}
          {admin_site_url && isIdentity && (
            <a className={styles.link} href={admin_site_url}>
              {t('footer.adminSite')}
            </a>
          )}
        </span>
      </div>
    </footer>
  )
}
