import type {
  AwardLevel,
  Category,
  CategoryLeaf,
  Section,
  Answer,
  publicationAdded,
} from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { toPublicPicture } from '../../files/pictures/picture.ts'
import { calendarService } from './calendar.service.ts'
import {
  catalogueRepository,
  type CategoryRow,
  type LevelRow,
  facetsRepository,
} from './catalogue.repository.ts'
import { translated, translatedOrNull } from '../../lib/localised.ts'

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

const ROW_BYTES = 200
/** Upper bound only: the cache is cleared when a winner changes. */
const TTL_MS = 60_000

type Facets = Answer<typeof publicationAdded.winnerFacets>

/** Filter values of the winner list with their counts; values without winners are omitted. */
export const facetsService = ({ db, publicCache }: AppContext) => ({
  async facets(language: Language): Promise<Facets> {
    const facets = facetsRepository(db)
    const { totals } = await publicCache.through(
      'winner totals',
      async () => ({ totals: await facets.totals() }),
      (made) => made.totals.length * ROW_BYTES,
      TTL_MS,
    )
    const [editions, categories] = [await facets.editions(), await facets.categories()]
    const [sections, awards] = [
      await catalogueRepository(db).sections(),
      await catalogueRepository(db).levels(),
    ]

    const byId = new Map(
      totals.flatMap(({ total, edition_id, category_id, section_id, award_id }) => {
        const id = edition_id ?? category_id ?? section_id ?? award_id
        return id === null ? [] : [[id, total] as const]
      }),
    )
    const countries = totals.flatMap(({ country, total }) =>
      country === null ? [] : [{ code: country, total }],
    )
    const withTotal = <T extends { id: string }>(rows: T[]) =>
      rows.flatMap((row) => {
        const total = byId.get(row.id)
        return total === undefined ? [] : [{ ...row, total }]
      })
    const facet = ({ code, name, total }: { code: string; name: unknown; total: number }) => ({
      code,
      total,
      name: translated(name, language),
    })

    return {
      total: totals.find(isGrandTotal)?.total ?? 0,
      editions: withTotal(editions).map((row) => ({ ...facet(row), year: row.year })),
      categories: withTotal(categories).map((row) => ({
        ...facet(row),
        parent: translatedOrNull(row.parent_name, language),
      })),
      sections: withTotal(sections).map(facet),
      awards: withTotal(awards).map((row) => ({
        ...facet(row),
        rank: row.rank,
        colour: row.colour,
      })),
      countries: countries.sort((a, b) => (a.code < b.code ? -1 : 1)),
    }
  },
})

type Total = Awaited<ReturnType<ReturnType<typeof facetsRepository>['totals']>>[number]

// The group of winners without a country has null in every column too; `grouping()` tells them apart.
const isGrandTotal = (row: Total) =>
  row.without_country === 1 &&
  [row.edition_id, row.category_id, row.section_id, row.award_id].every((id) => id === null)
