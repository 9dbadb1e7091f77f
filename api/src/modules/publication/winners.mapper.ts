import type { WinnerCard, WinnerInfo } from '@awards/shared/contract'
import { EntryDraft, WinningInfo, type Language } from '@awards/shared/domain'
import { toPublicPicture } from '../../files/picture.ts'
import { named, translated, translatedOrNull } from '../../app/translated.ts'
import type { winnersRepository, WinnerRow } from './winners.repository.ts'

type Repository = ReturnType<typeof winnersRepository>
type Found = NonNullable<Awaited<ReturnType<Repository['find']>>>
type Rest = {
  images: Awaited<ReturnType<Repository['images']>>
  neighbours: Awaited<ReturnType<Repository['neighbours']>>
}

const answersOf = (row: WinnerRow) => EntryDraft.parse(row.answers)
const filled = (text: string | null | undefined) => text || null

/** A winner in a list. */
export function toWinnerCard(row: WinnerRow, language: Language): WinnerCard {
  const answers = answersOf(row)
  const info = WinningInfo.partial().nullable().parse(row.winning_info)
  return {
    apply_order_id: row.id,
    entry_no: row.entry_no,
    title: row.title,
    designers: (answers.designers ?? []).map(({ name }) => name).join(', '),
    company: filled(info?.winner_name) ?? filled(answers.company),
    country: row.country,
    cover: toPublicPicture(row.cover_file_id, row, row.cover_alt ?? ''),
    award: {
      id: row.award_id ?? '',
      code: row.award_code,
      name: translated(row.award_name, language),
      rank: row.rank,
      colour: row.award_colour,
    },
    category: named(row.category_id, row.category_code, row.category_name, language),
    section: named(row.section_id, row.section_code, row.section_name, language),
    edition: {
      ...named(row.edition_id, row.edition_code, row.edition_name, language),
      year: row.year,
    },
  }
}

/** The whole public sheet of a winner. */
export function toWinnerInfo(
  row: Found,
  { images, neighbours }: Rest,
  language: Language,
): WinnerInfo {
  const answers = answersOf(row)
  const countries = new Intl.DisplayNames([language], { type: 'region' })
  const { location_city: city, location_country: country } = answers
  return {
    ...toWinnerCard(row, language),
    ...neighbours,
    title_local: filled(answers.title_local),
    summary: answers.summary ?? '',
    description: answers.description ?? '',
    images: images.flatMap((image) => {
      const picture = toPublicPicture(image.file_id, image, image.alt)
      return picture ? [{ ...picture, credit: image.credit }] : []
    }),
    credits: (answers.designers ?? []).map(({ name, role }) => ({ name, role: filled(role) })),
    client: filled(answers.client),
    materials: filled(answers.materials),
    dimensions: filled(answers.dimensions),
    website_url: filled(answers.website_url),
    video_url: filled(answers.video_url),
    completion_date: answers.completion_date ?? null,
    location: [city, country && countries.of(country)].filter(Boolean).join(', ') || null,
    jury_statement: translatedOrNull(row.jury_statement, language),
    certificate_number: row.certificate_number,
    published_at: row.published_at?.toISOString() ?? null,
  }
}
