import { EDITION_STATUS, PHASES } from '@awards/shared/domain'
import type { LiveContent } from './export.repository.ts'
import { yamlFile, type ExportedFile } from './export-text.ts'
import { dateText } from '../read/programme-dates.ts'
import * as schema from '../read/programme-schema.ts'

type FileOf = (id: string | null, folder: string) => string | undefined

/** Sections, levels, criteria, categories, seasons and prices. */
export function catalogueFiles(live: LiveContent, fileOf: FileOf): ExportedFile[] {
  const { sections, awards, criteria, categories, weights } = live
  const leaf = (row: LiveContent['categories'][number], index: number) => ({
    ...{ code: row.code, name: row.name, description: row.description, ...sortOf(row, index) },
    weights: Object.fromEntries(
      weights
        .filter((weight) => weight.category_id === row.id)
        .map(({ criterion, weight }) => [criterion, Number(weight)]),
    ),
    ...{ min_images: row.min_images, sections_allowed: row.sections_allowed },
    ...{ image: fileOf(row.image_file_id, 'categories'), alt: row.image_alt ?? row.name },
  })
  return [
    yamlFile(
      'sections.yaml',
      schema.SectionsFile,
      sections.map(({ code, name, description, sort }, index) => ({
        ...{ code, name, description, ...sortOf({ sort }, index) },
      })),
    ),
    yamlFile(
      'awards.yaml',
      schema.AwardsFile,
      awards.map(({ id: _id, public_names: _ready, min_score, ...award }) => ({
        ...award,
        min_score: Number(min_score),
      })),
    ),
    yamlFile(
      'criteria.yaml',
      schema.CriteriaFile,
      criteria.map(({ code, name, description, sort }, index) => ({
        ...{ code, name, question: description, ...sortOf({ sort }, index) },
      })),
    ),
    yamlFile(
      'categories.yaml',
      schema.CategoriesFile,
      categories
        .filter(({ parent_id }) => parent_id === null)
        .map((parent, index) => ({
          ...{ code: parent.code, name: parent.name, description: parent.description },
          ...sortOf(parent, index),
          categories: categories.filter(({ parent_id }) => parent_id === parent.id).map(leaf),
        })),
    ),
    ...live.editions.map((edition) => editionFile(live, edition)),
    feesFile(live),
  ]
}

/** The order is that of the list; a number is written only where it is another. */
export const sortOf = ({ sort }: { sort: number }, index: number) =>
  sort === index ? {} : { sort }

type Edition = LiveContent['editions'][number]

function editionFile({ phases, periods }: LiveContent, edition: Edition): ExportedFile {
  const at = (moment: Date) => dateText(moment, edition.timezone)
  const span = ({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }) => ({
    starts_at: at(starts_at),
    ends_at: at(ends_at),
  })
  const own = ({ edition_id }: { edition_id: string }) => edition_id === edition.id
  const { code, name, year, season, status, rules_version } = edition
  return yamlFile(`editions/${code.toLowerCase()}.yaml`, schema.EditionFile, {
    ...{ code, name, year, season, rules_version, status: keyOf(EDITION_STATUS, status) },
    opens_at: at(edition.opens_at),
    closes_at: at(edition.closes_at),
    results_at: at(edition.results_at ?? edition.closes_at),
    phases: phases.filter(own).map(({ phase, capabilities, ...row }) => ({
      code: keyOf(PHASES, phase),
      ...span(row),
      ...(Object.keys(capabilities as object).length > 0 && { capabilities }),
    })),
    fee_periods: periods.filter(own).map((row) => ({ code: row.code, ...span(row) })),
  })
}

const keyOf = (numbers: Record<string, number>, value: number) =>
  Object.entries(numbers).find(([, number]) => number === value)?.[0]

const eventShareOf = (prices: readonly { event_amount_minor: number }[]) => {
  const event_share = Math.max(0, ...prices.map((price) => price.event_amount_minor))
  return event_share > 0 ? { event_share } : {}
}

/** One table of prices holds for every season; the latest one is written. */
function feesFile({ editions, periods, prices, packages, packagePrices, sections }: LiveContent) {
  const latest = editions.at(-1)
  const own = periods.filter(({ edition_id }) => edition_id === latest?.id)
  const amount = (period: string, section: string, kind: string) =>
    prices.find((row) => row.period_id === period && row.section === section && row.kind === kind)
      ?.amount_minor
  const entry = sections.map(({ code }) => [
    code,
    Object.fromEntries(
      own.map((period) => [
        period.code,
        [amount(period.id, code, 'first'), amount(period.id, code, 'additional')],
      ]),
    ),
  ])
  const priceOf = (id: string) =>
    packagePrices.filter((row) => row.package_id === id && row.edition_id === latest?.id)
  return yamlFile('fees.yaml', schema.FeesFile, {
    entry: Object.fromEntries(entry),
    winner_packages: packages.map((row, index) => ({
      ...{ code: row.code, name: row.name, includes: row.description, ...sortOf(row, index) },
      prices: Object.fromEntries(
        priceOf(row.id).map(({ award, amount_minor }) => [award, amount_minor]),
      ),
      ...eventShareOf(priceOf(row.id)),
    })),
    student_package_percent: latest?.student_package_percent ?? 100,
  })
}
