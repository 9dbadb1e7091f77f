import { SearchOutlined } from '@ant-design/icons'
import { api, toFailure, siteConfiguration } from '@awards/shared/client'
import { PlatformOverview, registryPaths, type Pin } from '@awards/shared/releases'
import { EmptyState, ErrorPanel, Loader } from '@awards/shared/ui'
import { Input, Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadedVersion } from '../remote-store.ts'
import {
  changesOf,
  choicesOf,
  choose,
  findReleases,
  pinsOf,
  type Choices,
  type Remote,
} from './choices.ts'
import { CopyLink } from './copy-link.tsx'
import styles from './panel.module.css'
import { setPins, usePins } from '../pins.ts'
import { PanelRemote } from './panel-remote.tsx'

const PATIENCE_MS = 10_000
const FORBIDDEN = [401, 403]

/** The answer is not that of a business call: it has its own status and no envelope. */
async function fetchOverview(signal: AbortSignal): Promise<PlatformOverview | 'forbidden'> {
  const response = await fetch(registryPaths.overview, {
    cache: 'no-cache',
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  })
  if (FORBIDDEN.includes(response.status)) return 'forbidden'
  if (!response.ok) throw new Error(`${registryPaths.overview} answered ${response.status}`)
  return PlatformOverview.parse(await response.json())
}

const overviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    platformOverview: build.query<PlatformOverview | 'forbidden', void>({
      queryFn: async (_nothing, { signal }) => {
        try {
          return { data: await fetchOverview(signal) }
        } catch (error) {
          return { error: toFailure(error) }
        }
      },
    }),
  }),
})

const { usePlatformOverviewQuery } = overviewApi

type PanelFooterProps = { choices: Choices; changes: number; onReset: () => void }

/** Applies the choices with a reload; unsaved work blocks it. */
function PanelFooter({ choices, changes, onReset }: PanelFooterProps) {
  const { t } = useTranslation('qa')
  const [mustSave, setMustSave] = useState(false)
  const pins = pinsOf(choices)
  return (
    <div className={styles.footer}>
      <p role="status" className={styles.unsaved}>
        {mustSave && t('panel.unsaved')}
      </p>
      <div className={styles.actions}>
        <Button type="primary" disabled={changes === 0} onClick={() => setMustSave(!setPins(pins))}>
          {changes === 0 ? t('panel.unchanged') : t('panel.apply', { count: changes })}
        </Button>
        {pins.length > 0 && <CopyLink key={JSON.stringify(pins)} pins={pins} />}
        {pins.length > 0 && (
          <Button size="small" type="text" onClick={onReset}>
            {t('panel.resetAll')}
          </Button>
        )}
      </div>
    </div>
  )
}

const rankOf = (name: string, pins: readonly Pin[]) => {
  if (pins.some((pin) => pin.name === name)) return 0
  return loadedVersion(name) ? 1 : 2
}

/** Pinned parts first, then those that this tab runs. */
const mostWantedFirst = (remotes: readonly Remote[], pins: readonly Pin[]) =>
  [...remotes].sort((one, other) => rankOf(one.name, pins) - rankOf(other.name, pins))

/** The remotes with their releases; choices count once they are applied. */
function PanelBody({ overview }: { overview: PlatformOverview }) {
  const { t } = useTranslation('qa')
  const { current, next } = usePins()
  const [choices, setChoices] = useState<Choices>(() => choicesOf(next))
  const [words, setWords] = useState('')
  // Sorted once when the panel opens, so that rows do not jump.
  const [remotes] = useState(() => mostWantedFirst(overview.remotes, current))
  const isSearching = words.trim() !== ''
  const found = remotes
    .map((remote) => ({ remote, releases: findReleases(remote, words) }))
    .filter(({ releases }) => !isSearching || releases.length > 0)
  const changes = changesOf(current, choices)
  return (
    <>
      <div className={styles.content}>
        <p className={styles.lead}>{t('panel.lead')}</p>
        <Input
          type="search"
          value={words}
          prefix={<SearchOutlined />}
          placeholder={t('panel.searchPlaceholder')}
          aria-label={t('panel.search')}
          onChange={({ target }) => setWords(target.value)}
        />
        <div role="status" className={styles.noMatch}>
          {found.length === 0 && t('panel.noMatch', { words })}
        </div>
        {found.map(({ remote, releases }) => (
          <PanelRemote
            key={remote.name}
            remote={remote}
            releases={releases}
            isSearching={isSearching}
            onlyPreviews={overview.pins === 'preview'}
            choice={choices[remote.name]}
            isChanged={changes.includes(remote.name)}
            onChoose={(at) => setChoices(choose(choices, remote.name, at))}
          />
        ))}
      </div>
      <PanelFooter choices={choices} changes={changes.length} onReset={() => setChoices({})} />
    </>
  )
}

type PanelProps = { isOpen: boolean; onClose: () => void; onClosed: () => void }

/** Drawer with published releases, deployments of each channel and the pins of this tab. */
export function Panel({ isOpen, onClose, onClosed }: PanelProps) {
  const { t } = useTranslation('qa')
  const overview = usePlatformOverviewQuery(undefined, {
    skip: !isOpen,
    refetchOnMountOrArgChange: true,
  })
  const { channel } = siteConfiguration()
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      closable={{ placement: 'end' }}
      size="min(42rem, 100vw)"
      classNames={{ body: styles.drawer ?? '' }}
      title={
        <>
          <span className={styles.eyebrow}>
            {t('panel.eyebrow', { channel: t(`channel.${channel}`) })}
          </span>
          <span className={styles.title}>{t('panel.title')}</span>
        </>
      }
      focusable={{ focusTriggerAfterClose: false }}
      afterOpenChange={(open) => {
        if (!open) onClosed()
      }}
    >
      <Content overview={overview} />
    </Drawer>
  )
}

/** The states of the list: on its way, refused, failed, empty, there. */
function Content({ overview }: { overview: ReturnType<typeof usePlatformOverviewQuery> }) {
  const { t } = useTranslation('qa')
  const { data, isError, isFetching, refetch } = overview
  if (data && data !== 'forbidden' && data.remotes.length > 0) return <PanelBody overview={data} />
  if (data) {
    const reason = data === 'forbidden' ? 'forbidden' : 'empty'
    return (
      <div className={styles.content}>
        <EmptyState title={t(`panel.${reason}`)}>{t(`panel.${reason}Text`)}</EmptyState>
      </div>
    )
  }
  if (!isError) return <Loader label={t('panel.loading')} />
  return (
    <div className={styles.content}>
      <ErrorPanel
        title={t('panel.error')}
        onRetry={() => void refetch()}
        retrying={isFetching}
        takesFocus
      >
        {t('panel.errorText')}
      </ErrorPanel>
    </div>
  )
}
