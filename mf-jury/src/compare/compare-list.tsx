import { paths } from '@awards/shared/paths'
import { Button, LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import { useSyncExternalStore } from 'react'
import { storedText } from '@awards/shared/browser/store'
import styles from './compare.module.css'

const MOST_COMPARED = 4
const kept = storedText('jury-compare', 'sessionStorage')

/** Text, so that two readings of an unchanged list are the same value. */
const stored = () => kept.read() ?? ''

const idsOf = (text: string) => text.split(',').filter((id) => /^\d+$/.test(id))
const store = (ids: readonly string[]) => kept.write(ids.join(','))

/** Entries of an address or of the list, without doubles, as many as fit side by side. */
export const comparedOf = (text: string): string[] =>
  [...new Set(idsOf(text))].slice(0, MOST_COMPARED)

/** The entries that a juror compares, in sessionStorage. */
export function useCompareList() {
  const ids = comparedOf(useSyncExternalStore(kept.subscribe, stored))
  return {
    ids,
    isFull: ids.length >= MOST_COMPARED,
    has: (id: string) => ids.includes(id),
    toggle: (id: string) =>
      store(ids.includes(id) ? ids.filter((one) => one !== id) : comparedOf([...ids, id].join())),
    clear: () => store([]),
  }
}

/** Puts the entry on screen beside others, or takes it away again. */
export function CompareToggle({ id }: { id: string }) {
  const { t } = useTranslation('jury')
  const list = useCompareList()
  const isFull = list.isFull && !list.has(id)
  useShortcuts({ x: isFull ? undefined : () => list.toggle(id) })
  return (
    <span className={styles.toggle}>
      <Button
        size="small"
        aria-pressed={list.has(id)}
        aria-keyshortcuts="X"
        disabled={isFull}
        {...(isFull && { title: t('compare.full', { count: MOST_COMPARED }) })}
        onClick={() => list.toggle(id)}
      >
        {t(list.has(id) ? 'compare.remove' : 'compare.add')} <kbd aria-hidden="true">X</kbd>
      </Button>
      {list.ids.length > 1 && (
        <LinkButton to={paths.juryCompare(list.ids)}>
          {t('compare.open', { count: list.ids.length })}
        </LinkButton>
      )}
    </span>
  )
}
