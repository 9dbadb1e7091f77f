import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../common/use-shortcuts.ts'
import { MOST_COMPARED, useCompareList } from './compare-list.ts'
import styles from './compare.module.css'

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
