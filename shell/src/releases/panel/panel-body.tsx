import { SearchOutlined } from '@ant-design/icons'
import type { Pin, PlatformOverview } from '@awards/shared/platform'
import { Input, Button } from 'antd'
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
import { setPins } from '../pins.ts'
import { PanelRemote } from './panel-remote.tsx'
import { usePins } from '../use-pins.ts'

type PanelFooterProps = { choices: Choices; changes: number; onReset: () => void }

/** Applies what was chosen. The document is loaded anew for it, so unsaved work comes first. */
function PanelFooter({ choices, changes, onReset }: PanelFooterProps) {
  const { t } = useTranslation('qa')
  const [mustSave, setMustSave] = useState(false)
  const pins = pinsOf(choices)
  return (
    <div className={styles.footer}>
      <p role="status" className={styles.warning}>
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

/** The parts of the site with their releases; what is chosen counts once it is applied. */
export function PanelBody({ overview }: { overview: PlatformOverview }) {
  const { t } = useTranslation('qa')
  const { current, next } = usePins()
  const [choices, setChoices] = useState<Choices>(() => choicesOf(next))
  const [words, setWords] = useState('')
  // In the order of the moment at which the panel was opened, so that nothing jumps.
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
