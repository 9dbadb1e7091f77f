import { Button } from '@awards/shared/ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaleRemote } from '../federation/stale-store.ts'
import { Card } from './card.tsx'
import styles from './card.module.css'
import { laterStore } from './later.ts'
import { useReload } from './use-reload.ts'

/**
 * Tells of a newer release of a part that this tab has loaded. It never reloads by itself; with unsaved
 * work the button says why it waits.
 */
export function FreshCard({ news }: { news: readonly StaleRemote[] }) {
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
