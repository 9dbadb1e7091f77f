import { storedText } from '@awards/shared/browser/store'
import { below, Desk, LinkButton, PageHeader, useMedia } from '@awards/shared/ui'
import { Button } from 'antd'
import { Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Toolbar } from '../common/toolbar.tsx'
import styles from './entry-split.module.css'
import { entries } from '@awards/shared/contract'
import { DeskFrame } from '../frame/desk-frame.tsx'

export const SPLITS = {
  /** The chair goes through a list. */
  chair: { store: storedText('jury-entry-list', 'localStorage'), first: 'on' },
  /** To a juror the pictures are first: the list comes when it is asked for. */
  juror: { store: storedText('jury-queue-list', 'localStorage'), first: 'off' },
} as const

/** Whether the list stands beside the entry; kept in this browser. */
export function useSplit({ store, first }: (typeof SPLITS)[keyof typeof SPLITS]) {
  const isWanted = useSyncExternalStore(store.subscribe, () => (store.read() ?? first) !== 'off')
  const isNarrow = useMedia(below('wide'))
  return {
    isPossible: !isNarrow,
    isOpen: isWanted && !isNarrow,
    toggle: () => void store.write(isWanted ? 'off' : 'on'),
  }
}

export type Split = ReturnType<typeof useSplit>

type EntryStepsProps = {
  place: {
    position: { number: number; of: number } | undefined
    next: (() => void) | undefined
    previous: (() => void) | undefined
  }
  split: Split
}

/** Where the entry stands in its list, the ones before and after it, and the list itself. */
export function EntrySteps({ place, split }: EntryStepsProps) {
  const { t } = useTranslation(['jury', 'juryframe'])
  const { position, next, previous } = place
  return (
    <Toolbar label={t('juryframe:steps')} className={styles.steps}>
      {position && <span className={styles.position}>{t('queue.position', position)}</span>}
      <Button
        size="small"
        aria-label={t('keys.previous')}
        aria-keyshortcuts="k"
        disabled={!previous}
        onClick={previous}
      >
        <span aria-hidden="true">↑</span>
      </Button>
      <Button
        size="small"
        aria-label={t('keys.next')}
        aria-keyshortcuts="j"
        disabled={!next}
        onClick={next}
      >
        <span aria-hidden="true">↓</span>
      </Button>
      {split.isPossible && (
        <Button
          size="small"
          aria-pressed={split.isOpen}
          aria-keyshortcuts="s"
          onClick={split.toggle}
        >
          {t('juryframe:list')}
        </Button>
      )}
    </Toolbar>
  )
}

type EntrySplitProps = { split: Split; list: ReactNode; children: ReactNode }

/** An entry, with the list that it belongs to beside it where that is wanted; its code comes after the entry. */
export const EntrySplit = ({ split, list, children }: EntrySplitProps) => (
  <div className={split.isOpen ? styles.split : undefined}>
    {split.isOpen && <Suspense fallback={<div />}>{list}</Suspense>}
    <div className={styles.entry}>{children}</div>
  </div>
)

/** Whether the call would take it for an entry: what is none is not asked for. */
export const isEntryId = (id: string) =>
  entries.info.input.safeParse({ apply_order_id: id }).success

type NoEntryProps = { id: string; back: string }

/** Stands where an address names no entry, or something that is none. */
export function NoEntry({ id, back }: NoEntryProps) {
  const { t } = useTranslation('jury')
  const title = t(id === '' ? 'noEntry' : 'entryMissing')
  return (
    <Desk>
      <DeskFrame />
      <PageHeader
        title={title}
        documentTitle={title}
        lead={t(id === '' ? 'noEntryText' : 'entryMissingText')}
      />
      <LinkButton to={back}>{t('back')}</LinkButton>
    </Desk>
  )
}
