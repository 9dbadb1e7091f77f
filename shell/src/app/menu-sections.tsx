import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { LanguageOption } from './language-option.tsx'
import styles from './menu-sections.module.css'
import { PUBLIC_SECTIONS } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { useLanguageChoices } from './use-language-choices.ts'

const LINKS = [...PUBLIC_SECTIONS, { label: 'faq', to: paths.faq }] as const

/** What is in the menu of small screens: the sections, the languages and the look. */
export function MenuSections() {
  const { t } = useTranslation('shell')
  const options = useLanguageChoices()
  return (
    <>
      <nav className={styles.sections} aria-label={t('mainNavigation')}>
        {LINKS.map(({ label, to }) => (
          <NavLink key={to} to={to} className={styles.section}>
            {t(`nav.${label}`)}
          </NavLink>
        ))}
        <NavLink to={paths.steps()} className={styles.section}>
          {t('enterWork')}
        </NavLink>
      </nav>
      <div className={styles.tools}>
        <ul role="list" className={styles.languages} aria-label={t('languages')}>
          {options.map((option) => (
            <li key={option.language}>
              <LanguageOption option={option} className={styles.language} />
            </li>
          ))}
        </ul>
        <ThemeSwitch />
      </div>
    </>
  )
}
