import { formatPins } from '@awards/shared/platform'
import { useTranslation } from 'react-i18next'
import { Card } from './card.tsx'
import styles from './card.module.css'
import { FreshCard } from './fresh-card.tsx'
import { dismissPinMessages } from './pins.ts'
import { useFreshNews } from './use-fresh-news.ts'
import { usePins } from './use-pins.ts'

const MOST_SHOWN = 5

/** Messages of the platform, none of which stops anybody. */
export function Cards() {
  const { t } = useTranslation('qa')
  const { malformed, refused } = usePins()
  const news = useFreshNews()
  return (
    <>
      {refused && <Card title={t('notice.refused')} onClose={dismissPinMessages} />}
      {malformed.length > 0 && (
        <Card title={t('notice.malformed')} onClose={dismissPinMessages}>
          <p className={styles.codes}>
            {malformed.slice(0, MOST_SHOWN).map((text, index) => (
              <code key={`${index}:${text}`}>{text}</code>
            ))}
          </p>
          <p>{t('notice.malformedHint')}</p>
        </Card>
      )}
      {news.length > 0 && (
        <FreshCard
          key={formatPins(news.map(({ name, next }) => ({ name, at: next })))}
          news={news}
        />
      )}
    </>
  )
}
