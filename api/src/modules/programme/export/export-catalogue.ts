import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { EDITION_STATUS, PHASES } from '@awards/shared/domain'
import { StartError } from '../../../lib/errors.ts'
import { AboutFile, ContactFile } from '../read/content-schema.ts'
import { dateText } from '../read/programme-source.ts'
import * as schema from '../read/programme-schema.ts'
import { JurorFile, ProgrammeFile } from '../read/programme-schema.ts'
import { yamlFile, written, type ExportedFile } from './export-content.ts'
import type { LiveContent } from './export.repository.ts'

/** The file that a picture has in an export, below the folder of its use; undefined without a picture. */
export type FileOf = (id: string | null, folder: string) => string | undefined

/** Files of sections, award levels, criteria, categories, editions and fees. */
export function catalogueFiles(live: LiveContent, fileOf: FileOf): ExportedFile[] {
  const { sections, awards, criteria, categories, weights } = live
  const leaf = (row: LiveContent['categories'][number], index: number) => ({
    code: row.code,
    name: row.name,
    description: row.description,
    ...sortOf(row, index),
    weights: Object.fromEntries(
      weights
        .filter((weight) => weight.category_id === row.id)
        .map(({ criterion, weight }) => [criterion, Number(weight)]),
    ),
    min_images: row.min_images,
    sections_allowed: row.sections_allowed,
    image: fileOf(row.image_file_id, 'categories'),
    alt: row.image_alt ?? row.name,
  })
  return [
    yamlFile(
      'sections.yaml',
      schema.SectionsFile,
      sections.map(({ code, name, description, sort }, index) => ({
        code,
        name,
        description,
        ...sortOf({ sort }, index),
      })),
    ),
    yamlFile(
      'awards.yaml',
      schema.AwardsFile,
      awards.map(({ id: _id, min_score, ...award }) => ({
        ...award,
        min_score: Number(min_score),
      })),
    ),
    yamlFile(
      'criteria.yaml',
      schema.CriteriaFile,
      criteria.map(({ code, name, description, sort }, index) => ({
        code,
        name,
        question: description,
        ...sortOf({ sort }, index),
      })),
    ),
    yamlFile(
      'categories.yaml',
      schema.CategoriesFile,
      categories
        .filter(({ parent_id }) => parent_id === null)
        .map((parent, index) => ({
          code: parent.code,
          name: parent.name,
          description: parent.description,
          ...sortOf(parent, index),
          categories: categories.filter(({ parent_id }) => parent_id === parent.id).map(leaf),
        })),
    ),
    yamlFile('questions.yaml', schema.QuestionsFile, live.questions),
    ...live.editions.map((edition) => editionFile(live, edition)),
    feesFile(live),
  ]
}

/** Writes `sort` only where it differs from the position in the list. */
const sortOf = ({ sort }: { sort: number }, index: number) => (sort === index ? {} : { sort })

type Edition = LiveContent['editions'][number]

function editionFile(live: LiveContent, edition: Edition): ExportedFile {
  const { phases, periods } = live
  const { timezone, currency } = programmeDocument(live)
  const usual = { timezone, currency, ...pricesOf(live, live.editions.at(-1)) }
  const its = {
    timezone: edition.timezone,
    currency: edition.currency,
    ...pricesOf(live, edition),
  }
  // The loader reads all dates in the programme's zone, also those of an edition that is shown in another.
  const at = (date: Date) => dateText(date, timezone)
  const span = ({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }) => ({
    starts_at: at(starts_at),
    ends_at: at(ends_at),
  })
  const own = ({ edition_id }: { edition_id: string }) => edition_id === edition.id
  const { code, name, year, season, status, rules_version } = edition
  return yamlFile(`editions/${code.toLowerCase()}.yaml`, schema.EditionFile, {
    code,
    name,
    year,
    season,
    rules_version,
    status: keyOf(EDITION_STATUS, status),
    opens_at: at(edition.opens_at),
    closes_at: at(edition.closes_at),
    results_at: at(edition.results_at ?? edition.closes_at),
    phases: phases.filter(own).map(({ phase, capabilities, ...row }) => ({
      code: keyOf(PHASES, phase),
      ...span(row),
      ...(Object.keys(capabilities as object).length > 0 && { capabilities }),
    })),
    fee_periods: periods.filter(own).map((row) => ({ code: row.code, ...span(row) })),
    ...differing(its, usual),
  })
}

/** The fields that differ from the usual ones. */
const differing = (fields: Record<string, unknown>, usual: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !isDeepStrictEqual(value, usual[name])),
  )

const keyOf = (numbers: Record<string, number>, value: number) =>
  Object.entries(numbers).find(([, number]) => number === value)?.[0]

const eventShareOf = (prices: readonly { event_amount_minor: number }[]) => {
  const event_share = Math.max(0, ...prices.map((price) => price.event_amount_minor))
  return event_share > 0 ? { event_share } : {}
}

/** Prices of the entries of an edition: section → period → first and further entry. */
function entryFeesOf({ periods, prices, sections }: LiveContent, edition: Edition | undefined) {
  const own = periods.filter(({ edition_id }) => edition_id === edition?.id)
  const amount = (period: string, section: string, kind: string) =>
    prices.find((row) => row.period_id === period && row.section === section && row.kind === kind)
      ?.amount_minor
  return Object.fromEntries(
    sections.map(({ code }) => [
      code,
      Object.fromEntries(
        own.map((period) => [
          period.code,
          [amount(period.id, code, 'first'), amount(period.id, code, 'additional')],
        ]),
      ),
    ]),
  )
}

/** Prices of the winner packages that an edition sells: package → award level. */
function packagePricesOf({ packages, packagePrices }: LiveContent, edition: Edition | undefined) {
  const sold = packages.flatMap(({ id, code }) => {
    const rows = packagePrices.filter(
      ({ package_id, edition_id }) => package_id === id && edition_id === edition?.id,
    )
    if (rows.length === 0) return []
    const prices = Object.fromEntries(rows.map(({ award, amount_minor }) => [award, amount_minor]))
    return [[code, { prices, ...eventShareOf(rows) }] as const]
  })
  return Object.fromEntries(sold)
}

const pricesOf = (live: LiveContent, edition: Edition | undefined) => ({
  entry_fees: entryFeesOf(live, edition),
  package_prices: packagePricesOf(live, edition),
  student_package_percent: edition?.student_package_percent ?? 100,
})

/** File of fees: prices of the latest edition; another edition names its own where they differ. */
function feesFile(live: LiveContent) {
  const { entry_fees, package_prices, student_package_percent } = pricesOf(
    live,
    live.editions.at(-1),
  )
  return yamlFile('fees.yaml', schema.FeesFile, {
    entry: entry_fees,
    winner_packages: live.packages.map((row, index) => ({
      code: row.code,
      name: row.name,
      includes: row.description,
      ...sortOf(row, index),
      ...(package_prices[row.code] ?? { prices: {} }),
    })),
    student_package_percent,
  })
}

const Document = z.record(z.string(), z.unknown())
const Stored = {
  programme: Document.and(
    z.object({
      timezone: z.string(),
      currency: z.string(),
      name: z.object({ en: z.string() }),
    }),
  ),
  contact: Document.and(z.object({ address: z.array(z.string()) })),
  about: Document.and(z.object({ image_file_id: z.string() })),
}

/** Document `programme` of the site. Throws StartError if no programme was loaded. */
export const programmeDocument = (live: LiveContent) =>
  documentOf(live, 'programme', Stored.programme)

function documentOf<S extends z.ZodType>(
  { documents }: LiveContent,
  code: string,
  shape: S,
): z.output<S> {
  const found = shape.safeParse(documents.find((row) => row.code === code)?.document)
  if (found.success) return found.data
  throw new StartError('Nothing is exported: this site has no programme yet. Load one with apply.')
}

/** Files of programme, contact and about. */
export function siteFiles(live: LiveContent, fileOf: FileOf): ExportedFile[] {
  const {
    anchor: _anchor,
    student_package_percent: _percent,
    ...programme
  } = programmeDocument(live)
  const contact = documentOf(live, 'contact', Stored.contact)
  const about = documentOf(live, 'about', Stored.about)
  const { email, entries_email, press_email, privacy_email } = contact
  const { phone, hours, answer_time, social, map_url } = contact
  const { title, alt, figures, team, partners } = about
  return [
    yamlFile('programme.yaml', ProgrammeFile, {
      code: codeOf(programme.name.en),
      ...programme,
      bank: documentOf(live, 'bank', Document),
    }),
    yamlFile('content/contact.yaml', ContactFile, {
      emails: {
        general: email,
        entries: entries_email,
        press: press_email,
        privacy: privacy_email,
      },
      phone,
      hours,
      answer_time,
      social,
      map_url,
      address: contact['place'] ?? legacyAddress(contact.address, programme['organiser']),
    }),
    yamlFile('content/about.yaml', AboutFile, {
      title,
      alt,
      figures,
      team,
      partners,
      image: fileOf(about.image_file_id, 'site'),
      story: written('content/about.yaml', about['markdown']),
    }),
  ]
}

const codeOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Parses the postal address of a site loaded by an earlier version, which stored its lines only. */
function legacyAddress([, street, town = '']: string[], organiser: unknown) {
  const [postal_code, ...city] = town.split(' ')
  const { country } = z.object({ country: z.string() }).parse(organiser)
  return { street, postal_code, city: city.join(' '), country }
}

/** Files of jurors by their slug, without their e-mail addresses (personal data). */
export function jurorFiles(
  { jurors, panels, categories }: LiveContent,
  fileOf: FileOf,
): ExportedFile[] {
  const leaves = categories.filter(({ parent_id }) => parent_id !== null).length
  return jurors.map((row) => {
    const panel = panels
      .filter(({ juror_id }) => juror_id === row.id)
      .map(({ category }) => category)
    return yamlFile(`jurors/${row.slug}.yaml`, JurorFile, {
      slug: row.slug,
      name: row.name,
      level: row.level,
      president: row.is_president,
      title: row.title,
      company: row.company,
      country: row.country,
      categories: panel.length === leaves ? 'all' : panel,
      capabilities: row.capabilities,
      photo: fileOf(row.photo_file_id, 'jurors'),
      alt: row.photo_alt,
      bio: hasText(row.bio) ? row.bio : undefined,
      show_public: row.show_public,
      sort: row.sort,
    })
  })
}

// A juror who was invited has written nothing yet.
const hasText = (texts: unknown) => Boolean((texts as { en?: string } | null)?.en)
