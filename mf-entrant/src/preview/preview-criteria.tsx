import type { CategoryLeaf } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import styles from './preview.module.css'

/** What jurors mark beside the sheet. */
export function PreviewCriteria({ category }: { category: CategoryLeaf | undefined }) {
  const { t } = useTranslation('entrant')
  if (!category) return null
  return (
    <aside className={styles.criteria}>
      <h2 className={styles.heading}>{t('preview.criteria')}</h2>
      <p className={styles.help}>{t('preview.criteriaHelp')}</p>
      <ul className={styles.list} role="list">
        {category.weights.map(({ criterion, name, weight }) => (
          <li key={criterion}>
            <span>
              {name}
              {weight !== 1 && <small> × {weight}</small>}
            </span>
            <span className={styles.scale}>0–20</span>
          </li>
        ))}
      </ul>
    </aside>
  )
}
