import type { Aggregate, JudgeRow } from '@awards/shared/contract'
import { DECISION_STATUS, type Language } from '@awards/shared/domain'
import { exportWord } from './export-words.ts'

/** A cell as it is typed in a spreadsheet; null is an empty one. */
export type ExportCell = string | number | boolean | null
type ExportColumn = {
  name: Record<Language, string>
  cell: (row: JudgeRow, language: Language) => ExportCell
}

const column = (en: string, fr: string, zh: string, cell: ExportColumn['cell']): ExportColumn => ({
  name: { en, fr, zh },
  cell,
})

const DECISIONS = Object.fromEntries(
  Object.entries(DECISION_STATUS).map(([name, status]) => [status, name]),
)
const figures = (
  level: 1 | 2,
  of: (row: JudgeRow) => Aggregate,
  suffix: Record<Language, string>,
): ExportColumn[] => {
  const one = (en: string, fr: string, zh: string, name: keyof Aggregate) =>
    column(`${en}${suffix.en}`, `${fr}${suffix.fr}`, `${zh}${suffix.zh}`, (row) => of(row)[name])
  return [
    one('Scores', 'Notes', '评分数', 'votes'),
    one('Mean', 'Moyenne', '平均分', 'mean'),
    one('Median', 'Médiane', '中位数', 'median'),
    one('Trimmed mean', 'Moyenne tronquée', '截尾均值', 'trimmed'),
    one('Balanced', 'Équilibrée', '均衡分', 'balanced'),
    one('Spread', 'Écart', '离散度', 'deviation'),
    ...(level === 1 ? [one('Range', 'Étendue', '极差', 'range')] : []),
  ]
}

const ENTRY = [
  column('Entry number', 'Numéro', '作品编号', (row) => row.entry_no),
  column('Judging number', 'Numéro de jury', '评审编号', (row) => row.judging_no),
  column('Title', 'Titre', '标题', (row) => row.title),
  column('Category', 'Catégorie', '类别', (row) => row.category.name),
  column('Section', 'Section', '组别', (row) => row.section.name),
  column('Status', 'État', '状态', (row, language) =>
    exportWord('entry', row.entry_status_text, language),
  ),
]
const SHOWN = column('Public', 'Public', '公开', (row) => row.is_show)

/** Columns of the two exports. Scores and money are never in one file. */
export const EXPORT_COLUMNS: Record<'scoring' | 'money', readonly ExportColumn[]> = {
  scoring: [
    ...ENTRY,
    column('Jurors', 'Jurés', '评委数', (row) => row.assigned),
    ...figures(1, (row) => row.first_level, { en: '', fr: '', zh: '' }),
    ...figures(2, (row) => row.second_level, {
      en: ' (second level)',
      fr: ' (second niveau)',
      zh: '（第二轮）',
    }),
    column('Result', 'Résultat', '结果', (row) => row.final_score),
    column('To discuss', 'À discuter', '待讨论', (row) => row.is_to_discuss),
    column('Award', 'Prix', '奖项', (row) => row.award?.name ?? null),
    column('Decision', 'Décision', '决定', (row, language) =>
      exportWord('decision', DECISIONS[row.decision_status], language),
    ),
    SHOWN,
  ],
  money: [
    ...ENTRY,
    column('Entry fee', 'Frais d’inscription', '报名费', (row, language) =>
      exportWord('entry_fee', row.entry_fee_status_text, language),
    ),
    column('Winner fee', 'Frais de lauréat', '获奖费', (row, language) =>
      exportWord('winner_fee', row.winner_fee_status_text, language),
    ),
    column('Code', 'Code', '代码', (row) => row.code),
    SHOWN,
  ],
}
