import type { WinnerCard, WinnerInfo } from '@awards/shared/contract'
import { EntryDraft, type Language } from '@awards/shared/domain'
import { toPublicPicture } from '../../files/picture.ts'
import { named, translated, translatedOrNull } from '../../app/translated.ts'
import type { besides } from './winner-order.ts'
import type { SheetRow, WinnerRow } from './winners.repository.ts'

type Beside = NonNullable<ReturnType<typeof besides>>

const filled = (text: string | null | undefined) => text || null

/** A winner in a list. */
export function toWinnerCard(row: WinnerRow, language: Language): WinnerCard {
  return {
    apply_order_id: row.id,
    entry_no: row.entry_no,
    title: row.title,
    designers: row.designers,
    company: row.company,
    country: row.country,
    cover: toPublicPicture(row.cover_file_id, row, row.cover_alt ?? ''),
    award: {
      id: row.award_id,
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
export function toWinnerInfo(row: SheetRow, beside: Beside, language: Language): WinnerInfo {
  const answers = EntryDraft.parse(row.answers)
  const titles = row.titles_beside ?? {}
  const link = (id: string | null) => {
    const title = id === null ? undefined : titles[id]
    return id === null || title === undefined ? null : { apply_order_id: id, title }
  }
  const countries = new Intl.DisplayNames([language], { type: 'region' })
  const { location_city: city, location_country: country } = answers
  return {
    ...toWinnerCard(row, language),
    previous: link(beside.previous),
    next: link(beside.next),
    title_local: filled(answers.title_local),
    summary: answers.summary ?? '',
    description: answers.description ?? '',
    images: (row.images ?? []).flatMap((image) => {
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
