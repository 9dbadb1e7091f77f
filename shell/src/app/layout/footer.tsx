import { programmeName, siteConfiguration } from '@awards/shared/client'
import { useLanguage } from '@awards/shared/i18n'
import { useSession } from '@awards/shared/session'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './footer.module.css'
import { LanguageOption, useLanguageChoices } from './menus.tsx'
import { FOOTER_COLUMNS, menuPath, releaseMenu } from './navigation.ts'
import { useHydrated } from '@awards/shared/browser/use-hydrated'

/** The languages of this page, side by side. */
function FooterLanguages() {
  const { t } = useTranslation('shell')
  return (
    <ul role="list" className={styles.row} aria-label={t('languages')}>
      {useLanguageChoices().map((option) => (
        <li key={option.language}>
          <LanguageOption option={option} className={styles.language} />
        </li>
      ))}
    </ul>
  )
}

/** Everything else the site has, its languages, and the links to the programme's other places. */
export function Footer() {
  const { t } = useTranslation('shell')
  const { user, isIdentity } = useSession()
  const runsProgramme = isIdentity || (user?.rights ?? []).length > 0
  const isHydrated = useHydrated()
  const language = useLanguage()
  const { organiser, public_site_url, admin_site_url, social } = siteConfiguration()
  return (
    <footer className={styles.footer} id="footer">
      <div className={styles.content}>
        <p className={styles.claim}>{t('claim')}</p>
        {FOOTER_COLUMNS.map(({ title, pages }) => (
          <nav key={title} aria-labelledby={`footer-${title}`}>
            <h2 className={styles.heading} id={`footer-${title}`}>
              {t(`footer.${title}`)}
            </h2>
            <ul role="list" className={styles.list}>
              {pages.map((name) => (
                <li key={name}>
                  <Link to={menuPath(name)} className={styles.link}>
                    {t(`nav.${name}`)}
                  </Link>
                </li>
              ))}
              {title === 'programme' &&
                releaseMenu('footer', language).map(({ path, label }) => (
                  <li key={path}>
                    <Link to={path} className={styles.link}>
                      {label}
                    </Link>
                  </li>
                ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className={styles.base}>
        <FooterLanguages />
        {social.length > 0 && (
          <ul role="list" className={styles.row} aria-label={t('footer.social')}>
            {social.map(({ name, url }) => (
              <li key={url}>
                <a className={styles.link} href={url} rel="me noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.row}>
          {public_site_url && (
            <a className={styles.link} href={public_site_url}>
              {t('footer.publicSite')}
            </a>
          )}
          {admin_site_url && isHydrated && runsProgramme && (
            <a className={styles.link} href={admin_site_url}>
              {t('footer.adminSite')}
            </a>
          )}
          <span className={styles.organiser}>{organiser || programmeName(language)}</span>
        </div>
      </div>
    </footer>
  )
}
