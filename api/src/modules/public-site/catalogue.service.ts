import type { AwardLevel, Category, CategoryLeaf, Section } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { toPublicPicture } from '../../files/pictures/picture.ts'
import { calendarService } from './calendar.service.ts'
import { catalogueRepository, type CategoryRow, type LevelRow } from './catalogue.repository.ts'
import { translated } from '../../lib/translated.ts'

type Offer = Awaited<ReturnType<ReturnType<typeof calendarService>['offer']>>

/** Categories, sections and award levels. */
export const catalogueService = (context: AppContext) => {
  const catalogue = catalogueRepository(context.db)

  async function levels(language: Language): Promise<AwardLevel[]> {
    return (await catalogue.levels()).map((row) => toLevel(row, language))
  }

  return {
    levels,

    /** Tree of category groups and their categories, with price and availability. */
    async categories(language: Language): Promise<Category[]> {
      const rows = await catalogue.categories()
      const offer = await calendarService(context).offer()
      const leaf = (row: CategoryRow) => toCategory(row, offer, language)
      return rows
        .filter(({ parent_id }) => parent_id === null)
        .map((parent) => ({
          ...leaf(parent),
          children: rows.filter(({ parent_id }) => parent_id === parent.id).map(leaf),
        }))
    },

    async sections(language: Language): Promise<Section[]> {
      const all = await levels(language)
      return (await catalogue.sections()).map(({ id, code, name, description }) => ({
        id,
        code,
        name: translated(name, language),
        description: translated(description, language),
        levels: all,
      }))
    },
  }
}

const toLevel = (row: LevelRow, language: Language): AwardLevel => ({
  id: row.id,
  code: row.code,
  name: translated(row.name, language),
  description: translated(row.description, language),
  rank: row.rank,
  colour: row.colour,
  min_score: row.min_score === null ? null : Number(row.min_score),
})

function toCategory(row: CategoryRow, offer: Offer, language: Language): CategoryLeaf {
  const name = translated(row.name, language)
  return {
    id: row.id,
    code: row.code,
    name,
    description: translated(row.description, language),
    image: toPublicPicture(row.image_file_id, row, name),
    is_open: offer.isOpen,
    min_images: row.min_images,
    from_price: offer.price,
    sections_allowed: row.sections_allowed,
    weights: (row.weights ?? []).map(({ criterion, name: title, weight }) => ({
      criterion,
      name: translated(title, language),
      weight: Number(weight),
    })),
  }
}
