import {
  FILE_COLUMNS,
  TABLE_COLUMNS,
  columnFacts,
  type Aggregate,
  type CopiedColumn,
  type FigureColumn,
  type FileColumn,
  type JudgeRow,
  type TableView,
} from '@awards/shared/contract'
import { DECISION_STATUS, type Language } from '@awards/shared/domain'

/** Status name → English, French and Chinese label. */
type Labels = Readonly<Record<string, readonly [string, string, string]>>

const LABEL_INDEX: Readonly<Record<Language, 0 | 1 | 2>> = { en: 0, fr: 1, zh: 2 }

const ENTRY: Labels = {
  draft: ['Draft', 'Brouillon', '草稿'],
  submitted: ['Awaiting payment', 'En attente de paiement', '待付款'],
  registered: ['Registered', 'Enregistrée', '已登记'],
  correction_requested: ['Correction requested', 'Correction demandée', '需修改'],
  admitted: ['Admitted', 'Admise', '已受理'],
  in_judging: ['In judging', 'En évaluation', '评审中'],
  decided: ['Decided', 'Décidée', '已决定'],
  awarded: ['Awarded', 'Primée', '已获奖'],
  not_awarded: ['Not awarded', 'Non primée', '未获奖'],
  withdrawn: ['Withdrawn', 'Retirée', '已撤回'],
  disqualified: ['Disqualified', 'Disqualifiée', '已取消资格'],
}

const ENTRY_FEE: Labels = {
  unpaid: ['Unpaid', 'Non réglé', '未付款'],
  pending: ['Payment open', 'Paiement en cours', '付款进行中'],
  paid: ['Paid', 'Réglé', '已付款'],
  waived: ['Waived', 'Offert', '已免除'],
  offline_declared: ['Transfer announced', 'Virement annoncé', '已申报汇款'],
  refund_pending: ['Refund under way', 'Remboursement en cours', '退款中'],
  refunded: ['Refunded', 'Remboursé', '已退款'],
}

const WINNER_FEE: Labels = {
  not_applicable: ['Not applicable', 'Sans objet', '不适用'],
  offered: ['Offered', 'Proposée', '已提供'],
  pending: ['Payment open', 'Paiement en cours', '付款进行中'],
  paid: ['Paid', 'Réglée', '已付款'],
  waived: ['Waived', 'Offerte', '已免除'],
  declined: ['Declined', 'Déclinée', '已谢绝'],
  offline_declared: ['Transfer announced', 'Virement annoncé', '已申报汇款'],
  refund_pending: ['Refund under way', 'Remboursement en cours', '退款中'],
  refunded: ['Refunded', 'Remboursée', '已退款'],
  offer_expired: ['Offer expired', 'Offre expirée', '已过期'],
}

const DECISION: Labels = {
  none: ['No decision', 'Sans décision', '尚未评定'],
  recommended: ['Recommended', 'Recommandé', '已推荐'],
  provisional: ['Provisional', 'Provisoire', '暂定'],
  confirmed: ['Confirmed', 'Confirmé', '已确认'],
  declined: ['Declined', 'Refusé', '已否决'],
  published: ['Published', 'Publié', '已公布'],
  revoked: ['Revoked', 'Retiré', '已撤销'],
  noAward: ['No award', 'Pas de prix', '不授奖'],
}

/** Labels of statuses in exports, equal to those of the screens (checked by test). */
export const EXPORT_LABELS = {
  entry: ENTRY,
  entry_fee: ENTRY_FEE,
  winner_fee: WINNER_FEE,
  decision: DECISION,
} as const

/** The label of a status name; an unknown name is returned unchanged. */
export const exportLabel = (
  kind: keyof typeof EXPORT_LABELS,
  name: string | null | undefined,
  language: Language,
): string | null => (name ? (EXPORT_LABELS[kind][name]?.[LABEL_INDEX[language]] ?? name) : null)

/** A typed cell of a spreadsheet; null is empty. */
export type ExportCell = string | number | boolean | null
type CellOf = (row: JudgeRow, language: Language) => ExportCell
type ExportColumn = { name: Readonly<Record<Language, string>>; cell: CellOf }

const DECISION_NAMES = Object.fromEntries(
  Object.entries(DECISION_STATUS).map(([name, status]) => [status, name]),
)

/** Cells of the columns that are neither copied from the entry nor a figure of a level. */
const CELLS: Record<Exclude<FileColumn, CopiedColumn | FigureColumn>, CellOf> = {
  title: (row) => row.title,
  category: (row) => row.category.name,
  section: (row) => row.section.name,
  status: (row, language) => exportLabel('entry', row.entry_status_text, language),
  assigned: (row) => row.assigned,
  score: (row) => row.final_score,
  to_discuss: (row) => row.is_to_discuss,
  award: (row) => row.award?.name ?? null,
  decision: ({ award, decision_status }, language) => {
    const isRefused = decision_status === DECISION_STATUS.declined && !award
    return exportLabel(
      'decision',
      isRefused ? 'noAward' : DECISION_NAMES[decision_status],
      language,
    )
  },
  entry_fee: (row, language) => exportLabel('entry_fee', row.entry_fee_status_text, language),
  winner_fee: (row, language) => exportLabel('winner_fee', row.winner_fee_status_text, language),
  code: (row) => row.code,
  shown: (row) => row.is_show,
}

const isFigure = (key: FileColumn): key is FigureColumn => columnFacts(key).isFigure === true
const FIGURES = FILE_COLUMNS.filter(isFigure)
const SECOND_LEVEL = { en: ' (second level)', fr: ' (second niveau)', zh: '（复评）' }

const figureColumn = (
  key: FigureColumn,
  of: (row: JudgeRow) => Aggregate,
  suffix: Record<Language, string> = { en: '', fr: '', zh: '' },
): ExportColumn => {
  const { en, fr, zh } = TABLE_COLUMNS[key].label
  const name = { en: en + suffix.en, fr: fr + suffix.fr, zh: zh + suffix.zh }
  return { name, cell: (row) => of(row)[key] }
}

/** Figures of both levels, one level after the other; the range is exported for the first level only. */
const FIGURE_COLUMNS = [
  ...FIGURES.map((key) => figureColumn(key, (row) => row.first_level)),
  ...FIGURES.filter((key) => key !== 'range').map((key) =>
    figureColumn(key, (row) => row.second_level, SECOND_LEVEL),
  ),
]

function columnsOf(view: TableView): ExportColumn[] {
  const keys = FILE_COLUMNS.filter((key) => columnFacts(key).file?.includes(view))
  return keys.flatMap((key): ExportColumn[] => {
    if (isFigure(key)) return key === FIGURES[0] ? FIGURE_COLUMNS : []
    const cell: CellOf =
      key in CELLS ? CELLS[key as keyof typeof CELLS] : (row) => row[key as CopiedColumn]
    return [{ name: TABLE_COLUMNS[key].label, cell }]
  })
}

/** Columns of the two exports. No file holds both scores and fees. */
export const EXPORT_COLUMNS: Record<TableView, readonly ExportColumn[]> = {
  scoring: columnsOf('scoring'),
  money: columnsOf('money'),
}
