import type { WinnerCard, WinnerInfo } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { toPublicPicture } from '../../files/picture.ts'
import type { besides } from './winner-order.ts'
import type { SheetRow, WinnerRow } from './winners.repository.ts'

type Beside = NonNullable<ReturnType<typeof besides>>

const namesIn = (language: Language) => new Intl.DisplayNames([language], { type: 'region' })
const COUNTRIES = { en: namesIn('en'), fr: namesIn('fr'), zh: namesIn('zh') }

const filled = (text: string | null | undefined) => text || null

/** A winner in a list. */
export function toWinnerCard(row: WinnerRow): WinnerCard {
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
      name: row.award_name,
      rank: row.rank,
      colour: row.award_colour,
    },
    category: { id: row.category_id, code: row.category_code, name: row.category_name },
    section: { id: row.section_id, code: row.section_code, name: row.section_name },
    edition: {
      id: row.edition_id,
      code: row.edition_code,
      name: row.edition_name,
      year: row.year,
    },
  }
}

/** The whole public sheet of a winner. */
export function toWinnerInfo(row: SheetRow, beside: Beside, language: Language): WinnerInfo {
  const { answers } = row
  const titles = row.titles_beside ?? {}
  const link = (id: string | null) => {
    const title = id === null ? undefined : titles[id]
    return id === null || title === undefined ? null : { apply_order_id: id, title }
  }
  const { location_city: city, location_country: country } = answers
  return {
    ...toWinnerCard(row),
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
    completion_date: answers.completion_date,
    location: [city, country && COUNTRIES[language].of(country)].filter(Boolean).join(', ') || null,
    jury_statement: row.jury_statement,
    certificate_number: row.certificate_number,
    published_at: row.published_at && new Date(row.published_at).toISOString(),
  }
}
