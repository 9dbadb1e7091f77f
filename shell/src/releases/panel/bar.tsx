import { siteConfiguration } from '@awards/shared/client'
import { formatPin, pinnedChannel, SHELL_PIN, type Pin } from '@awards/shared/releases'
import { Button } from '@awards/shared/ui'
import { lazy, Suspense, useRef, useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { loadDesign } from '../../design/load-design.tsx'
import styles from './bar.module.css'
import { CopyLink } from './copy-link.tsx'
import { isPinned, pinProblemOf, resetPins, usePins } from '../pins.ts'
import { knownDiscovery } from '../discovery.ts'
import { useRemoteState, type RemoteState } from '../remote-store.ts'
import { reloadWhenSaved } from '../reload.ts'
import { SilentBoundary } from './silent-boundary.tsx'

/** The version behind a pin: the one that runs or is on its way, else the one that discovery names. */
function resolvedVersion(name: string, state: RemoteState): string | undefined {
  if ('version' in state) return state.version
  if (!isPinned(name)) return undefined
  return knownDiscovery()?.microFrontends[name]?.[0]?.metadata.version
}

/** One pin: remote, pinned release and, where it failed, the reason. */
function PinItem({ pin }: { pin: Pin }) {
  const { t } = useTranslation('qa')
  const state = useRemoteState(pin.name)
  const channel = pinnedChannel(pin)
  const isAbsent = pin.name === SHELL_PIN && pin.at !== siteConfiguration().shell_version
  const hasFailed = isAbsent || state.status === 'failed'
  const problem = pinProblemOf(pin.name) ?? (hasFailed ? 'failed' : undefined)
  const version = channel ? resolvedVersion(pin.name, state) : pin.at
  return (
    <li className={problem ? styles.broken : styles.pin}>
      <span className={styles.name}>
        {pin.name}
        {version && `@${version}`}
      </span>
      {channel && (
        <span className={styles.detail}>
          {t('badge.follows', { channel: t(`channel.${channel}`) })}
        </span>
      )}
      {problem && <span className={styles.detail}>{t(`problem.${problem}`)}</span>}
    </li>
  )
}

const isSame = (one: readonly Pin[], other: readonly Pin[]) =>
  one.map(formatPin).sort().join() === other.map(formatPin).sort().join()

/** The pinned releases of this tab: always visible while there is one, so that a tester never mistakes it for the public site. */
function Badge() {
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
