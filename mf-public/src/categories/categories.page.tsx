import { Page, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicCategoriesQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { CategoryTile } from './category-tile.tsx'
import styles from './categories.module.css'

export function Component() {
  const { t } = useTranslation('public')
  const categories = usePublicCategoriesQuery()
  return (
    <Page width="wide">
      <PageHeader size="display" title={t('nav.categories')} lead={t('categories.lead')} />
      <Answered query={categories} room="page">
        {(groups) =>
          groups.map(({ id, code, name, description, children }) => (
            <section key={id} id={code} className={styles.group} aria-labelledby={`group-${id}`}>
              <div className={styles.head}>
                <h2 id={`group-${id}`} className={styles.name}>
                  {name}
                </h2>
                <p className={styles.description}>{description}</p>
              </div>
              <ul role="list" className={styles.grid}>
                {children.map((category) => (
                  <li key={category.id} id={category.code}>
                    <CategoryTile category={category} />
                  </li>
                ))}
              </ul>
            </section>
          ))
        }
      </Answered>
    </Page>
  )
}
