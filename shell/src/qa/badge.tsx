import { formatPin, type Pin } from '@awards/shared/platform'
import { Button } from '@awards/shared/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './badge.module.css'
import { CopyLink } from './copy-link.tsx'
import { PinItem } from './pin-item.tsx'
import { resetPins } from './pins.ts'
import { reloadWhenSaved } from './unsaved-work.ts'
import { usePins } from './use-pins.ts'

const isSame = (one: readonly Pin[], other: readonly Pin[]) =>
  one.map(formatPin).sort().join() === other.map(formatPin).sort().join()

/** The pinned releases of this tab: always in sight while there is one, so that nobody is misled. */
export function Badge() {
  const { t } = useTranslation('qa')
  const { current, next, unkept } = usePins()
  const [mustSave, setMustSave] = useState(false)
  const isWaiting = !isSame(current, next)
  const shown = current.length > 0 ? current : next
  const reload = () => setMustSave(!reloadWhenSaved())
  const reset = () => setMustSave(!resetPins())
  return (
    <>
      <div role="status" className={styles.pins}>
        <p className={styles.heading}>{t('badge.heading', { count: current.length })}</p>
        {current.length > 0 && (
          <ul role="list" className={styles.list}>
            {current.map((pin) => (
              <PinItem key={pin.name} pin={pin} />
            ))}
          </ul>
        )}
        {isWaiting && <p className={styles.note}>{t('badge.waiting')}</p>}
        {mustSave && isWaiting && <p className={styles.warning}>{t('badge.unsaved')}</p>}
        {unkept && <p className={styles.note}>{t('badge.unkept')}</p>}
      </div>
      <div className={styles.actions}>
        {isWaiting && (
          <Button size="small" type="primary" onClick={reload}>
            {t('badge.reload')}
          </Button>
        )}
        <CopyLink pins={shown} />
        {next.length > 0 && (
          <Button size="small" type="text" onClick={reset}>
            {t('badge.reset')}
          </Button>
        )}
      </div>
    </>
  )
}
