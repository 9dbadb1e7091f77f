import { SearchOutlined } from '@ant-design/icons'
import type { PlatformOverview } from '@awards/shared/platform'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changesOf, choicesOf, choose, findReleases, type Choices } from './choices.ts'
import { PanelFooter } from './panel-footer.tsx'
import { PanelRemote } from './panel-remote.tsx'
import styles from './panel.module.css'
import { usePins } from './use-pins.ts'

/** The parts of the site with their releases; what is chosen counts once it is applied. */
export function PanelBody({ overview }: { overview: PlatformOverview }) {
  const { t } = useTranslation('qa')
  const { current, next } = usePins()
  const [choices, setChoices] = useState<Choices>(() => choicesOf(next))
  const [words, setWords] = useState('')
  const isSearching = words.trim() !== ''
  const found = overview.remotes
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
