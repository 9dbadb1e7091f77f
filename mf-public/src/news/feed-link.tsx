import { DEFAULT_LANGUAGE } from '@awards/shared/rules'
import { LANGUAGE_TAGS, useLanguage } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import styles from './news.module.css'

/** The feed of the news in the language on screen. */
export function FeedLink() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  return (
    <a
      href={language === DEFAULT_LANGUAGE ? '/rss.xml' : `/${language}/rss.xml`}
      type="application/rss+xml"
      hrefLang={LANGUAGE_TAGS[language]}
      className={styles.feed}
    >
      {t('news.feed')}
    </a>
  )
}
