import type {
  Answer,
  Parsed,
  publication,
  publicationAdded,
  WinnerCard,
  WinnerInfo,
} from '@awards/shared/contract'
import {
  type Language,
  AI_USE,
  AI_USES,
  WINNER_TEXTS,
  type EntryDraft,
} from '@awards/shared/domain'
import { BusinessError } from '../../http/business-error.ts'
import { translated, named, translatedOrNull } from '../../lib/localised.ts'
import type { AppContext } from '../../start/app-context.ts'
import { certificateProofs } from '../documents/certificates/certificates.repository.ts'
import {
  certificatesRepository,
  winnerOrderRepository,
  winnersRepository,
  type WinnerFilter,
  type CardRow,
  type DetailRow,
} from './winners.repository.ts'
import { answeredQuestions, StoredForm, toAnswers } from '../entries/entry-questions.repository.ts'
import { toPublicPicture } from '../../files/pictures/picture.ts'

/** Upper bound only: the cache is cleared when a winner changes. */
const TTL_MS = 60_000
const ID_BYTES = 8

/** Ids of a list in order; `levels` and `editions` are the start indexes of each level and edition. */
type WinnerOrder = {
  readonly ids: BigInt64Array
  readonly levels: readonly number[]
  readonly editions: readonly number[]
}

/** Caches the order of winner lists, so that any page is a slice of it. */
const winnerOrder = ({ db, publicCache }: Pick<AppContext, 'db' | 'publicCache'>) => {
  const cached = (key: string, make: () => Promise<WinnerOrder>) =>
    publicCache.through(key, make, ({ ids }) => ids.length * ID_BYTES, TTL_MS)

  const byFilter = (filter: WinnerFilter) =>
    cached(`winners ${JSON.stringify(filter)}`, async () =>
      toOrder(await winnerOrderRepository(db).runs(filter)),
    )

  return {
    byFilter,
    /** All winners, with a different order within each level every day (YYYY-MM-DD). */
    ofDay: (day: string) =>
      cached(`winners of ${day}`, async () => {
        const order = await byFilter({})
        return { ...order, ids: shuffleLevels(order, day) }
      }),
  }
}

type Runs = Awaited<ReturnType<ReturnType<typeof winnerOrderRepository>['runs']>>

function toOrder(runs: Runs): WinnerOrder {
  const levels: number[] = []
  const editions: number[] = []
  const ids: bigint[] = []
  let edition: string | undefined
  for (const run of runs) {
    levels.push(ids.length)
    if (run.edition_id !== edition) editions.push(ids.length)
    edition = run.edition_id
    for (const id of run.ids.split(',')) ids.push(BigInt(id))
  }
  return { ids: BigInt64Array.from(ids), levels, editions }
}

/** Sorts each level by a hash of id and day: stable when single winners appear or disappear. */
function shuffleLevels({ ids, levels }: WinnerOrder, day: string): BigInt64Array {
  const salt = BigInt(day.replaceAll('-', ''))
  const hash = (id: bigint) => BigInt.asUintN(64, (id ^ (salt << 20n)) * 0x9e3779b97f4a7c15n)
  const result = ids.slice()
  for (const [index, start] of levels.entries()) {
    const level = ids.subarray(start, levels[index + 1] ?? ids.length)
    const hashed = Array.from(level, (id) => ({ id, hash: hash(id) }))
    hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1))
    result.set(
      hashed.map(({ id }) => id),
      start,
    )
  }
  return result
}

/** Ids of a page; empty beyond the end. */
const pageOf = ({ ids }: WinnerOrder, current: number, pageSize: number) =>
  ids.subarray((current - 1) * pageSize, current * pageSize)

const positionCache = new WeakMap<BigInt64Array, Map<bigint, number>>()

/** Index of an id, through a cached inverse map: a linear search would dominate the response time. */
function positionOf(id: string, ids: BigInt64Array): number | undefined {
  let positions = positionCache.get(ids)
  if (!positions) {
    positions = new Map(Array.from(ids, (one, at) => [one, at]))
    positionCache.set(ids, positions)
  }
  return positions.get(BigInt(id))
}

/** Ids before and after a winner within its edition; undefined if the id is not in the list. */
function neighboursOf({ ids, editions }: WinnerOrder, id: string) {
  const at = positionOf(id, ids)
  if (at === undefined) return undefined
  const isFirst = editions.includes(at)
  const isLast = at + 1 === ids.length || editions.includes(at + 1)
  return {
    previous: isFirst ? null : String(ids[at - 1]),
    next: isLast ? null : String(ids[at + 1]),
  }
}

type Filter = Parsed<typeof publication.winnerList>
type Window = Parsed<typeof publication.indexWinnerList>

// The same answer for hidden, unpublished and unknown entries, so that probing reveals nothing.
const winnerNotFound = () =>
  new BusinessError(404, 'There is no such work among the winners. Please go back to the list.')

/** Winner lists and detail pages, and the verification of certificates. */
export const winnersService = (context: AppContext) => {
  const winners = winnersRepository(context.db)
  const orders = winnerOrder(context)
  const certificates = certificatesRepository(context.db)
  const proofs = certificateProofs(context)

  async function page(order: WinnerOrder, { current, pageSize }: Window, language: Language) {
    const ids = pageOf(order, current, pageSize)
    const rows = ids.length > 0 ? await winners.cards(ids) : []
    const list = rows.map((row) => toCard(row, language))
    return { list, total: order.ids.length, current, pageSize }
  }

  return {
    async list({ current, pageSize, ...filter }: Filter, language: Language) {
      return page(await orders.byFilter(filter), { current, pageSize }, language)
    },

    /** Winners for the home page: by level, shuffled daily. */
    async featured(window: Window, language: Language) {
      const day = context.clock().toISOString().slice(0, 10)
      return page(await orders.ofDay(day), window, language)
    },

    async info(id: string, language: Language) {
      const beside = neighboursOf(await orders.byFilter({}), id)
      const row = beside && (await winners.sheet(id, beside))
      if (!row) throw winnerNotFound()
      return toDetail(row, language)
    },

    /** Current status of a certificate. Holder, award and title only while it is valid; 404 for an unknown number. */
    async verify(
      number: string,
      language: Language,
    ): Promise<Answer<typeof publicationAdded.verifyCertificate>> {
      const found = await certificates.find(number.toUpperCase())
      if (!found) {
        throw new BusinessError(
          404,
          'There is no certificate with this number. Check every letter and digit against the paper.',
        )
      }
      const isValid = found.status === 'valid'
      const isPublic = isValid && (await winners.isPublic(found.apply_order_id))
      return {
        number: found.number,
        status: statusOf(found.status),
        title: isValid ? found.title : null,
        holder: isValid ? found.holder : null,
        award: isValid ? translated(found.award_name, language) : null,
        category: isValid ? translated(found.category_name, language) : null,
        edition: translated(found.edition_name, language),
        issued_at: found.issued_at.toISOString(),
        renamed_at: isValid && found.renamed_at ? found.renamed_at.toISOString() : null,
        apply_order_id: isPublic ? found.apply_order_id : null,
        proof: isValid ? await proofs.of(found.number) : null,
      }
    },
  }
}

const statusOf = (status: string) =>
  status === 'valid' || status === 'suspended' ? status : 'revoked'

const regionNames: Partial<Record<Language, Intl.DisplayNames>> = {}

/** Name of a country; creates the names of a language at first use, which takes tens of milliseconds. */
function countryName(code: string, language: Language): string | undefined {
  const names = (regionNames[language] ??= new Intl.DisplayNames([language], { type: 'region' }))
  return names.of(code)
}

/** Maps a row to a list card. */
function toCard(row: CardRow, language: Language): WinnerCard {
  const { rank, year } = row
  return {
    apply_order_id: row.id,
    entry_no: row.entry_no,
    title: row.title,
    designers: (row.designers ?? []).map(({ name }) => name).join(', '),
    company: row.winner_name || row.company || null,
    country: row.country,
    cover: toPublicPicture(row.file_id, row, row.alt ?? ''),
    award: {
      ...named(row.award_id, row.award_code, row.award_name, language),
      rank,
      colour: row.award_colour,
    },
    category: named(row.category_id, row.category_code, row.category_name, language),
    section: named(row.section_id, row.section_code, row.section_name, language),
    edition: { ...named(row.edition_id, row.edition_code, row.edition_name, language), year },
  }
}

/** Maps a row to the detail page, with the public fields of the form alone. */
function toDetail(row: DetailRow, language: Language): WinnerInfo {
  const answers = row.answers as EntryDraft
  return {
    ...toCard(row, language),
    title_local: answers.title_local || null,
    summary: answers.summary ?? '',
    description: answers.description ?? '',
    images: row.images.flatMap(({ credit, ...image }) => {
      const picture = toPublicPicture(image.file_id, image, image.alt)
      return picture ? [{ ...picture, credit }] : []
    }),
    credits: (row.designers ?? []).map(({ name, role }) => ({ name, role: role || null })),
    ...textsOf(answers),
    questions: publicQuestions(row, language),
    completion_date: answers.completion_date ?? null,
    location: locationOf(answers, language),
    jury_statement: translatedOrNull(row.jury_statement, language) ?? null,
    certificate_number: row.certificate_number,
    ai_use: AI_USES.find((use) => AI_USE[use] === answers.ai_use) ?? null,
    published_at: row.published_at?.toISOString() ?? null,
    previous: row.previous,
    next: row.next,
  }
}

/** Answers to public questions of the form that the entry was submitted with. */
function publicQuestions(row: DetailRow, language: Language) {
  const form = StoredForm.parse(row.form_questions ?? [])
  const answered = answeredQuestions(form, row, (row.answers as EntryDraft).questions, language)
  return toAnswers(answered.filter((question) => question.public))
}

const textsOf = (answers: EntryDraft) =>
  Object.fromEntries(WINNER_TEXTS.map((name) => [name, answers[name] || null])) as Record<
    (typeof WINNER_TEXTS)[number],
    string | null
  >

function locationOf({ location_city, location_country }: EntryDraft, language: Language) {
  const country = location_country && countryName(location_country, language)
  return [location_city, country].filter(Boolean).join(', ') || null
}
