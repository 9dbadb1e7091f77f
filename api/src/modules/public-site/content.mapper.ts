import type { ArticleCard, Banner, JurorPublic } from '@awards/shared/contract'
import { POSITIONS, type Language } from '@awards/shared/domain'
import { toPublicPicture } from '../../files/pictures/picture.ts'
import type { ArticleRow, BannerRow, JurorRow } from './content.repository.ts'
import { translated, translatedOrNull } from '../../lib/translated.ts'

/** A position as the contract knows it; the files can name no other. */
export const positionOf = (position: string) =>
  POSITIONS.find((known) => known === position) ?? 'footer'

export function toBanner(row: BannerRow, language: Language): Banner {
  const alt = translatedOrNull(row.alt, language) ?? ''
  const mobile = {
    width: row.mobile_width,
    height: row.mobile_height,
    colour: row.mobile_colour,
    variants: row.mobile_variants,
  }
  return {
    id: row.id,
    position: positionOf(row.position),
    title: translated(row.title, language),
    subtitle: translatedOrNull(row.subtitle, language),
    image: toPublicPicture(row.image_file_id, row, alt),
    mobile_image: toPublicPicture(row.mobile_file_id, mobile, alt),
    link: row.link,
    link_label: translatedOrNull(row.link_label, language),
  }
}

export function toJuror(row: JurorRow, language: Language): JurorPublic {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    level: row.level,
    title: translated(row.title, language),
    company: row.company,
    country: row.country,
    bio: translated(row.bio, language),
    photo: toPublicPicture(
      row.photo_file_id,
      row,
      translatedOrNull(row.photo_alt, language) ?? row.name,
    ),
    expertise: (row.expertise ?? []).map((name) => translated(name, language)),
    is_president: row.is_president,
  }
}

export function toArticleCard(row: ArticleRow, language: Language): ArticleCard {
  return {
    id: row.id,
    type: row.type === 'blog' ? 'blog' : 'news',
    slug: row.slug,
    title: translated(row.title, language),
    excerpt: translated(row.excerpt, language),
    cover: toPublicPicture(row.cover_file_id, row, translatedOrNull(row.cover_alt, language) ?? ''),
    published_at: row.published_at.toISOString(),
    tags: row.tags,
  }
}
