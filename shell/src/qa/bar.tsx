import { siteConfiguration } from '@awards/shared/client'
import { Button } from '@awards/shared/ui'
import { lazy, Suspense, useRef, useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { loadDesign } from '../design/load-design.ts'
import { Badge } from './badge.tsx'
import styles from './bar.module.css'
import { SilentBoundary } from './silent-boundary.tsx'
import { usePins } from './use-pins.ts'

/** The panel is made of antd, which is loaded with it. */
const Panel = lazy(async () => {
  const [{ Panel: Plain }, { DesignSystem }] = await Promise.all([
    import('./panel.tsx'),
    loadDesign(),
  ])
  return {
    default: (props: ComponentProps<typeof Plain>) => (
      <DesignSystem>
        <Plain {...props} />
      </DesignSystem>
    ),
  }
})

/** Stands at the bottom of the window wherever releases are tried: staging, and tabs with pins. */
export function Bar() {
  const { t } = useTranslation('qa')
  const { current, next, isPanelAsked } = usePins()
  const [isOpen, setOpen] = useState(isPanelAsked)
  const [wasOpened, setOpened] = useState(isPanelAsked)
  const trigger = useRef<HTMLButtonElement>(null)
  const isStaging = siteConfiguration().channel === 'staging'
  const hasBadge = current.length + next.length > 0
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      {isStaging && <div className={styles.edge} />}
      <section
        aria-label={hasBadge ? t('badge.label') : t('staging')}
        className={hasBadge ? styles.bar : styles.tab}
      >
        {isStaging && <span className={styles.staging}>{t('staging')}</span>}
        {hasBadge && <Badge />}
        <Button
          ref={trigger}
          size="small"
          type="text"
          className={styles.open}
          aria-label={t('openPanel')}
          aria-expanded={isOpen}
          onClick={open}
        >
          {t('releases')}
        </Button>
      </section>
      {wasOpened && (
        <SilentBoundary>
          <Suspense fallback={null}>
            <Panel
              isOpen={isOpen}
              onClose={() => setOpen(false)}
              onClosed={() => trigger.current?.focus()}
            />
          </Suspense>
        </SilentBoundary>
      )}
    </>
  )
}
