import type { CategoryLeaf } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { ResponsiveImage, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './category-tile.module.css'

type CategoryTileProps = {
  category: CategoryLeaf
  /** How many works have won in it, if that is known. */
  winners: { total: number } | undefined
}

/** A category: what belongs in it, what weighs more in it, what it costs. */
export function CategoryTile({ category, winners }: CategoryTileProps) {
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
