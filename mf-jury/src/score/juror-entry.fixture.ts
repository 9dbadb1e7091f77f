import type { JurorEntryInfo, jurySeat, Output, ReviewRow } from '@awards/shared/contract'

export const CRITERIA = ['Aesthetics', 'Ergonomics', 'Ethics', 'Economy', 'Emotion']
export const named = (id: string, name: string) => ({ id, code: name.toLowerCase(), name })

export const signedAgreement: Output<typeof jurySeat.agreement> = {
  version: '2027',
  title: 'Agreement of the jury',
  html: '<p>In confidence.</p>',
  signed_at: '2027-02-01T10:00:00Z',
  affiliations: [],
  email_domains: [],
}

/** An entry as a juror reads it who has not scored it yet. */
export const jurorEntry: JurorEntryInfo = {
  projection: 'juror',
  apply_order_id: '7',
  judging_no: '7QK4Z',
  is_blind: true,
  category: { ...named('3', 'Furniture'), min_images: 3 },
  section: named('4', 'Professional'),
  edition: named('5', 'Season 1'),
  entry_status: 40,
  entry_status_text: 'in_judging',
  warnings: [],
  answers: { title: 'Ondine', summary: 'A stackable chair.' },
  files: [],
  criteria: CRITERIA.map((name, index) => ({
    ...named(String(10 + index), name),
    weight: 1,
    description: `${name}?`,
  })),
  own_score: null,
  assignment_status: 1,
  can_score: true,
  can_award: false,
  decision_status: 0,
  award: null,
  decision_version: 0,
}

/** An entry in a juror's list that waits for a first mark. */
export const queueRow = (apply_order_id: string): ReviewRow => ({
  apply_order_id,
  judging_no: `N${apply_order_id}`,
  title: `Work ${apply_order_id}`,
  summary: '',
  cover: null,
  category: named('3', 'Furniture'),
  section: named('4', 'Professional'),
  assignment_status: 0,
  own_total: null,
  is_draft: true,
  due_at: null,
  first_level: null,
  second_level: null,
  final_score: null,
  award: null,
  decision_status: 0,
  decision_version: 0,
})
