import { paths } from '@awards/shared/paths'
import { Page, PageHeader, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../facts/use-breadcrumbs.ts'
import { usePublicCategoriesQuery, usePublicWinnerFacetsQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { summaryOf } from '../ui/summary-of.ts'
import { CategoryTile } from './category-tile.tsx'
import { GroupLinks } from './group-links.tsx'
import styles from './categories.module.css'

export function Component() {
  const { t } = useTranslation('public')
  const categories = usePublicCategoriesQuery()
  const { data: facets } = usePublicWinnerFacetsQuery()
  const groups = categories.data ?? []
  usePageHead({
    title: t('nav.categories'),
    description: summaryOf(`${t('categories.lead')} ${groups.map(({ name }) => name).join(', ')}`),
    image: groups[0]?.children[0]?.image ?? undefined,
    facts: [useBreadcrumbs({ name: t('nav.categories'), path: paths.categories })],
  })
  return (
    <Page width="wide">
      <PageHeader size="display" title={t('nav.categories')} lead={t('categories.lead')} />
      <GroupLinks groups={groups} />
      <Answered query={categories} room="page">
        {(list) =>
          list.map(({ id, code, name, description, children }) => (
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
                    <CategoryTile
                      category={category}
                      winners={facets?.categories.find(({ code: each }) => each === category.code)}
                    />
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
