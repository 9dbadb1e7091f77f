import { formatPins } from '@awards/shared/platform'
import { useTranslation } from 'react-i18next'
import { Card } from './card.tsx'
import styles from './card.module.css'
import { Button } from '@awards/shared/ui'
import { useId, useEffect, useState } from 'react'
import type { StaleRemote } from '../stale-store.ts'
import { laterStore } from '../dismissed-updates.ts'
import { hasUnsavedWork, reloadWhenSaved } from '../unsaved-work.ts'
import { dismissPinMessages } from '../pins.ts'
import { useFreshNews } from '../use-fresh-news.ts'
import { usePins } from '../use-pins.ts'

/** A reload that waits while it would lose work. `check` looks again whether it still has to. */
function useReload() {
  const [isWaiting, setWaiting] = useState(false)
  const check = () => setWaiting(hasUnsavedWork())
  useEffect(check, [])
  return { isWaiting, check, reload: () => setWaiting(!reloadWhenSaved()) }
}

/**
 * Tells of a newer release of a part that this tab has loaded. It never reloads by itself; with unsaved
 * work the button says why it waits.
 */
function FreshCard({ news }: { news: readonly StaleRemote[] }) {
  const { t } = useTranslation('qa')
  const id = useId()
  const { isWaiting, check, reload } = useReload()
  const kind = news.some(({ withdrawn }) => withdrawn) ? 'withdrawn' : 'fresh'
  return (
    <Card
      title={t(`notice.${kind}`)}
      actions={
        <>
          <Button
            type={isWaiting ? 'default' : 'primary'}
            size="small"
            aria-describedby={isWaiting ? id : undefined}
            onFocus={check}
            onPointerEnter={check}
            onClick={reload}
          >
            {t('notice.reload')}
          </Button>
          <Button size="small" type="text" onClick={() => laterStore.putOff(news)}>
            {t('notice.later')}
          </Button>
        </>
      }
    >
      {t(`notice.${kind}Text`)}
      {isWaiting && (
        <p id={id} className={styles.waits}>
          {t('notice.unsaved')}
        </p>
      )}
    </Card>
  )
}

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
