import type { WinnerCard, WinnerInfo } from '@awards/shared/contract'
import {
  AI_USE,
  AI_USES,
  WINNER_TEXTS,
  type EntryDraft,
  type Language,
} from '@awards/shared/domain'
import { answeredQuestions, StoredForm, toAnswers } from '../entries/entry-questions.repository.ts'
import { named, translatedOrNull } from '../../lib/translated.ts'
import { toPublicPicture } from '../../files/pictures/picture.ts'
import type { CardRow, DetailRow } from './winners.repository.ts'

const regionNames: Partial<Record<Language, Intl.DisplayNames>> = {}

/** Name of a country; creates the names of a language at first use, which takes tens of milliseconds. */
function countryName(code: string, language: Language): string | undefined {
  const names = (regionNames[language] ??= new Intl.DisplayNames([language], { type: 'region' }))
  return names.of(code)
}

/** Maps a row to a list card. */
export function toCard(row: CardRow, language: Language): WinnerCard {
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
export function toDetail(row: DetailRow, language: Language): WinnerInfo {
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

/** Answers to public questions of the form that the entry was handed in with. */
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
