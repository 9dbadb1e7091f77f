import type { CategoryLeaf } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { ResponsiveImage, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './category-tile.module.css'

/** A category: what belongs in it, what weighs more in it, what it costs. */
export function CategoryTile({ category }: { category: CategoryLeaf }) {
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
            sizes="(min-width: 60rem) 32vw, (min-width: 40rem) 50vw, 100vw"
          />
        )}
      </div>
      <h3 className={styles.name}>{name}</h3>
      <p className={styles.description}>{description}</p>
      <ul role="list" className={styles.facts}>
        {from_price && is_open && <li>{t('categories.from', { price: money(from_price) })}</li>}
        {!is_open && <li>{t('categories.closed')}</li>}
        <li>{t('categories.images', { count: min_images })}</li>
        {heavier.map((weight) => (
          <li key={weight.criterion}>
            {t('categories.weight', { name: weight.name, weight: number(weight.weight) })}
          </li>
        ))}
      </ul>
      <TextLink to={paths.winners({ category: code })}>
        {t('categories.winners', { name })}
      </TextLink>
    </article>
  )
}
