import type { EntryDraft } from '@awards/shared/domain'

/** Answers of a complete entry, with all required fields. */
export const COMPLETE_ANSWERS = {
  title: 'Passerelle',
  description: 'A step stool with a handrail that folds flat against the wall. '.repeat(6),
  completion_date: '2026-04-18',
  realisation: 1,
  designers: [{ name: 'Noémie Garel', country: 'FR' }],
  ai_use: 0,
  rights_declaration: true,
  image_licence_consent: true,
} satisfies EntryDraft
