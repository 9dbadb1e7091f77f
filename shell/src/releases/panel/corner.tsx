import { registerNamespace } from '@awards/shared/i18n'
import { formatPins } from '@awards/shared/releases'
import { Button } from '@awards/shared/ui'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../app/layout/icon.tsx'
import { dismissPinMessages, usePins } from '../pins.ts'
import { hasUnsavedWork, reloadWhenSaved } from '../reload.ts'
import { dismissUpdates, type RemoteUpdate, useUpdates } from '../updates.ts'
import styles from './card.module.css'

export { Bar } from './bar.tsx'

registerNamespace('qa', (language) => import(`./texts/${language}.json`))

type CardProps = {
  title: string
  children?: ReactNode
  actions?: ReactNode
  onClose?: () => void
}

/** A calm message in the corner. */
function Card({ title, children, actions, onClose }: CardProps) {
  const { t } = useTranslation('qa')
  return (
    <div className={styles.card}>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.text}>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {onClose && <IconButton name="close" size={18} label={t('close')} onClick={onClose} />}
    </div>
  )
}

/** A reload that waits while it would lose work. `check` looks again whether it still has to. */
function useReload() {
  const [isWaiting, setWaiting] = useState(false)
  const check = () => setWaiting(hasUnsavedWork())
  useEffect(check, [])
  return { isWaiting, check, reload: () => setWaiting(!reloadWhenSaved()) }
}

/**
 * Announces a newer release of a loaded remote. It never reloads by itself; with unsaved work the button says why it
 * waits.
 */
function FreshCard({ news }: { news: readonly RemoteUpdate[] }) {
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
          <Button size="small" type="text" onClick={() => dismissUpdates(news)}>
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
  const news = useUpdates()
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
