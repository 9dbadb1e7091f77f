import type { Progress } from '@awards/shared/contract'
import { Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { leftOf } from './queue-state.ts'
import styles from './queue-states.module.css'

type QueueStatesProps = {
  state: string | undefined
  keyword: string | undefined
  progress: Progress
  onChange: (values: { state?: string; keyword?: string }) => void
}

/** To do, drafts and done, with their numbers; and a search by number or title. */
export function QueueStates({ state, keyword, progress, onChange }: QueueStatesProps) {
  const { t } = useTranslation('jury')
  const { assigned, submitted, draft, recused } = progress
  const tabs = [
    { value: 'all', count: assigned },
    { value: 'todo', count: leftOf(progress) },
    { value: 'draft', count: draft },
    { value: 'done', count: submitted + progress.abstained },
    { value: 'recused', count: recused },
  ]
  return (
    <div className={styles.states}>
      <Segmented
        aria-label={t('queue.filter')}
        className={styles.tabs ?? ''}
        value={state ?? 'all'}
        onChange={(value) => onChange({ state: value === 'all' ? '' : String(value) })}
        options={tabs.map(({ value, count }) => ({
          value,
          label: (
            <span className={styles.tab}>
              {t(`queue.tab.${value}`)} <small>{count}</small>
            </span>
          ),
        }))}
      />
      <Input.Search
        className={styles.search ?? ''}
        aria-label={t('filter.keyword')}
        placeholder={t('filter.keyword')}
        defaultValue={keyword ?? ''}
        allowClear
        onSearch={(value) => onChange({ keyword: value.trim() })}
      />
    </div>
  )
}
