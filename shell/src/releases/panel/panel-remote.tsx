import { useFormat } from '@awards/shared/i18n'
import type { Channel, Deployment, VersionHealth } from '@awards/shared/releases'
import { Button, Radio } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withdrawnIn, type Release, type Remote } from './choices.ts'
import styles from './panel.module.css'
import { useRemoteState } from '../remote-store.ts'

/** How a release fared in the last hour, in words and numbers. */
function Health({ health }: { health: VersionHealth | null }) {
  const { t } = useTranslation('qa')
  const { ok, fallback, failed } = health ?? { ok: 0, fallback: 0, failed: 0 }
  const count = ok + fallback + failed
  const isGood = fallback + failed === 0
  const parts = isGood
    ? [count === 0 ? t('panel.healthNone') : t('panel.healthGood', { count })]
    : [
        t('panel.healthBad', { count }),
        fallback > 0 && t('panel.fellBack', { count: fallback }),
        failed > 0 && t('panel.failed', { count: failed }),
      ].filter(Boolean)
  const troubled = failed > 0 ? styles.healthBad : styles.healthDoubtful
  const tone = count === 0 ? styles.healthNone : isGood ? styles.healthGood : troubled
  return (
    <p className={tone}>
      {t('panel.health')}: {parts.join(', ')}
    </p>
  )
}

const PERCENT = { style: 'unit', unit: 'percent' } as const

/** The versions that a channel gives, with their share of the visitors. */
function ChannelLine({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation('qa')
  const format = useFormat()
  const shown = deployment.versions
    .filter(({ traffic }) => traffic > 0)
    .sort((one, other) => other.traffic - one.traffic)
  if (shown.length === 0) return <span className={styles.quiet}>{t('panel.notDeployed')}</span>
  return (
    <span className={styles.shares}>
      {shown.map(({ version, traffic }) => (
        <span key={version} className={styles.share}>
          <span className={styles.version}>{version}</span>
          <span className={styles.quiet}>{format.number(traffic, PERCENT)}</span>
        </span>
      ))}
    </span>
  )
}

const WORDS = {
  idle: 'runsNothing',
  resolving: 'runsLoading',
  loading: 'runsLoading',
  failed: 'runsFailed',
} as const

/** What this tab runs of a part. */
function TabLine({ name }: { name: string }) {
  const { t } = useTranslation('qa')
  const state = useRemoteState(name)
  const isRunning = state.status === 'ready' || state.status === 'degraded'
  return (
    <p className={styles.line}>
      <span className={styles.term}>{t('panel.runs')}</span>
      {isRunning ? (
        <span className={styles.version}>{state.version}</span>
      ) : (
        <span className={state.status === 'failed' ? styles.bad : styles.quiet}>
          {t(`panel.${WORDS[state.status]}`)}
        </span>
      )}
      {state.status === 'degraded' && (
        <span className={styles.warning}>{t('panel.insteadOf', { version: state.wanted })}</span>
      )}
    </p>
  )
}

const SHORT_COMMIT = 10

type ReleaseRowProps = { remote: Remote; release: Release; isRefused: boolean }

/** A published release: who published what and when, and how it fares with visitors. */
function ReleaseRow({ remote, release, isRefused }: ReleaseRowProps) {
  const { t } = useTranslation('qa')
  const format = useFormat()
  const id = useId()
  const { version, commit, contract, preview, published_at, published_by } = release
  const published = { date: format.date(published_at, 'datetime'), person: published_by }
  return (
    <li className={styles.release}>
      <div className={styles.head}>
        <Radio value={version} disabled={isRefused} aria-describedby={id}>
          <span className={styles.releaseVersion}>{version}</span>
        </Radio>
        {preview && <span className={styles.preview}>{t('panel.preview')}</span>}
        {withdrawnIn(remote, version).map((channel) => (
          <span key={channel} className={styles.withdrawn}>
            {t('panel.withdrawn')} · {t(`channel.${channel}`)}
          </span>
        ))}
      </div>
      <div id={id} className={styles.facts}>
        <p>{t('panel.published', published)}</p>
        <p>
          {commit ? (
            <>
              {t('panel.commit')}{' '}
              <code className={styles.code}>{commit.slice(0, SHORT_COMMIT)}</code>
              {commit.endsWith('-dirty') && ` (${t('panel.uncommitted')})`}
            </>
          ) : (
            t('panel.noCommit')
          )}
          {' · '}
          {t('panel.contract')} <code className={styles.code}>{contract}</code>
        </p>
        <Health health={release.health} />
        {isRefused && <p>{t('panel.onlyPreview')}</p>}
      </div>
    </li>
  )
}

const FIRST = 3
const NONE = 'none'

type PanelRemoteProps = {
  remote: Remote
  /** Those that the search has found. */
  releases: readonly Release[]
  isSearching: boolean
  onlyPreviews: boolean
  choice: string | undefined
  isChanged: boolean
  onChoose: (at: string | undefined) => void
}

/** One part of the site: what this tab runs, what the channels give, and every release to choose from. */
export function PanelRemote({ remote, releases, choice, onChoose, ...rest }: PanelRemoteProps) {
  const { t, i18n } = useTranslation('qa')
  const id = useId()
  const [showsAll, setShowsAll] = useState(false)
  const { name, deployments } = remote
  const isShort = !rest.isSearching && !showsAll
  const deployed = deployments.flatMap(({ versions }) => versions.map(({ version }) => version))
  // The chosen and the deployed releases are always listed.
  const inSight = new Set([choice, ...deployed])
  const shown = releases.filter(
    ({ version }, index) => !isShort || index < FIRST || inSight.has(version),
  )
  const part = i18n.exists(`qa:part.${name}`) ? t(`part.${name}`) : name
  return (
    <section className={styles.remote} aria-labelledby={id}>
      <header className={styles.header}>
        <h3 id={id} className={styles.name}>
          {part}
        </h3>
        {part !== name && <code className={styles.id}>{name}</code>}
        {choice && (
          <span className={styles.held}>
            {t(rest.isChanged ? 'panel.changed' : 'panel.pinned')}
            <Button
              size="small"
              type="text"
              aria-label={t('panel.unpinName', { name })}
              onClick={() => onChoose(undefined)}
            >
              {t('panel.unpin')}
            </Button>
          </span>
        )}
      </header>
      <TabLine name={name} />
      <Radio.Group
        className={styles.choices ?? ''}
        aria-label={t('panel.choice', { name })}
        value={choice ?? NONE}
        onChange={({ target }) => {
          const at = String(target.value)
          onChoose(at === NONE ? undefined : at)
        }}
      >
        {!rest.isSearching && (
          <div>
            <div className={styles.row}>
              <Radio value={NONE}>{t('panel.none')}</Radio>
            </div>
            {deployments.map((deployment) => (
              <div key={deployment.channel} className={styles.row}>
                <Radio value={deployment.channel satisfies Channel}>
                  {t('panel.follow', { channel: t(`channel.${deployment.channel}`) })}
                </Radio>
                <ChannelLine deployment={deployment} />
              </div>
            ))}
          </div>
        )}
        <ul role="list" className={styles.releases}>
          {shown.map((release) => (
            <ReleaseRow
              key={release.version}
              remote={remote}
              release={release}
              isRefused={rest.onlyPreviews && !release.preview}
            />
          ))}
        </ul>
      </Radio.Group>
      {!rest.isSearching && (showsAll || shown.length < releases.length) && (
        <Button
          size="small"
          type="link"
          className={styles.more ?? ''}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? t('panel.less') : t('panel.more', { count: releases.length })}
        </Button>
      )}
    </section>
  )
}
