import type { Translated } from '@awards/shared/domain'

/** Names of the calendar's dates, by phase of the season. */
export const PHASE_LABELS: Readonly<Record<number, { key: string; label: Translated }>> = {
  2: {
    key: 'admissibility',
    label: { en: 'Entries are checked', fr: 'Vérification des dossiers', zh: '资格审核' },
  },
  3: {
    key: 'first_level',
    label: { en: 'First level of judging', fr: 'Premier niveau de jugement', zh: '初评' },
  },
  4: { key: 'shortlist', label: { en: 'Shortlist', fr: 'Sélection', zh: '入围评定' } },
  5: {
    key: 'second_level',
    label: { en: 'Second level of judging', fr: 'Second niveau de jugement', zh: '复评' },
  },
  6: { key: 'deliberation', label: { en: 'Deliberation', fr: 'Délibération', zh: '终评会议' } },
}

export const PERIOD_LABEL: Translated = {
  en: 'Call for entries, {{name}} fees',
  fr: 'Appel à candidatures, tarif {{name}}',
  zh: '作品征集（{{name}}）',
}

export const RESULTS_LABEL: Translated = {
  en: 'Results are published',
  fr: 'Publication des résultats',
  zh: '公布结果',
}
