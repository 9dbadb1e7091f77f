import type { Channel } from '@awards/shared/platform'
import { Button, Radio } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Release, Remote } from './choices.ts'
import { ChannelLine } from './channel-line.tsx'
import styles from './panel-remote.module.css'
import { ReleaseRow } from './release-row.tsx'
import { TabLine } from './tab-line.tsx'

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
  // What is chosen or deployed is always in sight.
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
          <div className={styles.channels}>
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
