import { useTranslation } from 'react-i18next'
import styles from './footer.module.css'
import { LanguageOption } from './language-option.tsx'
import { useLanguageChoices } from './use-language-choices.ts'

/** The languages of this page, side by side. */
export function FooterLanguages() {
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
