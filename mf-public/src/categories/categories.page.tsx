import { useApiQuery } from '@awards/shared/client'
import { publication, publicationAdded } from '@awards/shared/calls'
import { paths } from '@awards/shared/paths'
import { Page, PageHeader, usePageHead, ResponsiveImage, TextLink, from } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../structured-data/schema-org.ts'
import { QueryState } from '../ui/query-state.tsx'
import { summaryOf } from '../ui/rich-text.tsx'
import type { CategoryLeaf, Category } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import styles from './categories.module.css'

/** The groups of categories, as links down the page. */
function GroupLinks({ groups }: { groups: readonly Category[] }) {
  const { t } = useTranslation('public')
  return (
    <nav className={styles.nav} aria-label={t('categories.groups')}>
      <ul role="list" className={styles.list}>
        {groups.map(({ id, code, name, children }) => (
          <li key={id}>
            <a href={`#${code}`} className={styles.link}>
              {name} <span className={styles.total}>{children.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type CategoryTileProps = {
  category: CategoryLeaf
  /** How many works have won in it, if that is known. */
  winners: { total: number } | undefined
}

/** A category: what belongs in it, what weighs more in it, what it costs. */
function CategoryTile({ category, winners }: CategoryTileProps) {
  const { t } = useTranslation('public')
  const { money, number } = useFormat()
  const { code, name, description, image, from_price, is_open, min_images, weights } = category
  const heavier = weights.filter(({ weight }) => weight !== 1)
  return (
    <article className={styles.tile}>
      <div className={styles.frame}>
        {image && (
          <ResponsiveImage
            picture={image}
            ratio="3 / 2"
            alt=""
            sizes={`${from('desktop')} 32vw, ${from('small-tablet')} 50vw, 100vw`}
          />
        )}
      </div>
      <h3 className={styles.tileName}>{name}</h3>
      <p className={styles.tileDescription}>{description}</p>
      <ul role="list" className={styles.facts}>
        <li className={is_open ? styles.open : undefined}>
          {is_open ? t('categories.open') : t('categories.closed')}
        </li>
        {from_price && is_open && <li>{t('categories.from', { price: money(from_price) })}</li>}
        <li>{t('categories.images', { count: min_images })}</li>
        {heavier.map((weight) => (
          <li key={weight.criterion}>
            {t('categories.weight', { name: weight.name, weight: number(weight.weight) })}
          </li>
        ))}
      </ul>
      {winners && winners.total > 0 && (
        <TextLink to={paths.winners({ category: code })}>
          {t('categories.won', { count: winners.total, name })}
        </TextLink>
      )}
    </article>
  )
}

export function Component() {
  const { t } = useTranslation('public')
  const categories = useApiQuery(publication.category)
  const { data: facets } = useApiQuery(publicationAdded.winnerFacets)
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
      <QueryState query={categories} minHeight="page">
        {(list) =>
          list.map(({ id, code, name, description, children }) => (
            <section key={id} id={code} className={styles.group} aria-labelledby={`group-${id}`}>
              <div className={styles.head}>
                <h2 id={`group-${id}`} className={styles.groupName}>
                  {name}
                </h2>
                <p className={styles.groupDescription}>{description}</p>
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
      </QueryState>
    </Page>
  )
}
