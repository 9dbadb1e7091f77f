import {
  entries,
  publication,
  type EntryRow,
  type Output,
  type OwnerEntryInfo,
} from '@awards/shared/contract'
import { answer, answerCalls } from '@awards/shared/testing'

const CLOSES = '2027-12-04T23:00:00.000Z'
const named = (id: string, name: string) => ({ id, code: name.slice(0, 3).toUpperCase(), name })

const place = {
  category: named('3', 'Furniture'),
  section: named('4', 'Professional'),
  edition: named('5', 'Season 1'),
}

/** An entry that was submitted and paid while the call is open, as its owner's list shows it. */
export const paidRow: EntryRow = {
  ...place,
  apply_order_id: '7',
  project_id: '8',
  entry_no: 'GA27-MOB-0001',
  title: 'Halo II',
  cover: null,
  entry_status: 20,
  entry_status_text: 'registered',
  entry_fee_status: 2,
  entry_fee_status_text: 'paid',
  winner_fee_status: 0,
  winner_fee_status_text: 'not_applicable',
  award: null,
  step_completed: 5,
  version: 4,
  submitted_at: '2027-11-20T10:00:00.000Z',
  updated_at: '2027-11-20T10:00:00.000Z',
  actions: ['preview', 'invoice', 'withdraw'],
  act_until: null,
  edit_until: CLOSES,
}

/** The same entry on its own pages. */
export const paidEntry: OwnerEntryInfo = {
  ...place,
  projection: 'owner',
  apply_order_id: '7',
  project_id: '8',
  entry_no: 'GA27-MOB-0001',
  category: { ...place.category, min_images: 3 },
  entry_status: 20,
  entry_status_text: 'registered',
  entry_fee_status: 2,
  entry_fee_status_text: 'paid',
  winner_fee_status: 0,
  winner_fee_status_text: 'not_applicable',
  answers: { title: 'Halo II', summary: 'A lamp that follows the sun.', dimensions: '30 cm' },
  files: [],
  siblings: [{ apply_order_id: '7', entry_no: 'GA27-MOB-0001', category: place.category }],
  award: null,
  winning_info: null,
  version: 4,
  step_completed: 5,
  submitted_at: '2027-11-20T10:00:00.000Z',
  paid_at: '2027-11-20T10:05:00.000Z',
  is_editable: true,
  edit_until: CLOSES,
  can_submit: true,
  submit_until: CLOSES,
  correction: null,
  problems: {},
  actions: ['preview', 'invoice', 'withdraw'],
  timeline: [],
}

/** The call of the edition is open. */
export const openCall: Output<typeof entries.registrationTime> = {
  edition: { ...place.edition, timezone: 'Europe/Paris' },
  server_now: '2027-11-24T12:00:00.000Z',
  is_open: true,
  opens_at: '2027-10-01T00:00:00.000Z',
  closes_at: CLOSES,
  current_period: null,
  periods: [],
  next_change_at: null,
  judging: { starts_at: null, ends_at: null },
  results_at: null,
  grace_ends_at: CLOSES,
  next_opens_at: null,
}

/** Answers what the pages of an entry ask while the call is open; gives the way to end it. */
export function answerOpenCall(): () => void {
  const end = answerCalls()
  answer(entries.registrationTime, () => openCall)
  answer(entries.awardClassification, () => [])
  answer(publication.category, () => [])
  answer(publication.getGlobalAreaCode, () => [])
  return end
}
