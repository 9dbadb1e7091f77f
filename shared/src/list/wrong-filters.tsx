import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '@awards/shared/i18n'
import styles from './wrong-filters.module.css'

type WrongFiltersProps = {
  /** Namespace with the labels of the filters, under `filter`. */
  namespace: 'books' | 'jury'
  /** Filters of the address that make no sense; nothing is shown without. */
  names: readonly string[]
  /** Takes these filters out of the address, or all of them. */
  onClear: (names?: readonly string[]) => void
}

/** Names the filters of an address that were left out, and takes them away. */
export function WrongFilters({ namespace, names, onClear }: WrongFiltersProps) {
  const { t } = useTranslation([namespace, 'shared'])
  const language = useLanguage()
  if (names.length === 0) return null
  const labels = names.map((name) => t(`${namespace}:filter.${name}`))
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(labels)
  return (
    <div className={styles.notice} role="alert">
      <p className={styles.title}>
        {t('shared:wrongFilter.title', { count: names.length, names: list })}
      </p>
      <p>{t('shared:wrongFilter.text')}</p>
      <div className={styles.actions}>
        {names.map((name, index) => (
          <Button key={name} size="small" onClick={() => onClear([name])}>
            {t('shared:wrongFilter.clear', { name: labels[index] })}
          </Button>
        ))}
        <Button size="small" type="link" onClick={() => onClear()}>
          {t('shared:wrongFilter.clearAll')}
        </Button>
      </div>
    </div>
  )
}
