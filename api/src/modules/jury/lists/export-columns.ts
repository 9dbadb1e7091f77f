import type { Aggregate, JudgeRow } from '@awards/shared/contract'
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
  in_judging: ['In judging', 'En délibération', '评审中'],
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
type ExportColumn = {
  name: Record<Language, string>
  cell: (row: JudgeRow, language: Language) => ExportCell
}

const column = (en: string, fr: string, zh: string, cell: ExportColumn['cell']): ExportColumn => ({
  name: { en, fr, zh },
  cell,
})

const DECISION_NAMES = Object.fromEntries(
  Object.entries(DECISION_STATUS).map(([name, status]) => [status, name]),
)
/** Columns of one level's figures; the range is exported for the first level only. */
const figureColumns = (
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

const ENTRY_COLUMNS = [
  column('Entry number', 'Numéro', '作品编号', (row) => row.entry_no),
  column('Judging number', 'Numéro de jury', '评审编号', (row) => row.judging_no),
  column('Title', 'Titre', '标题', (row) => row.title),
  column('Category', 'Catégorie', '类别', (row) => row.category.name),
  column('Section', 'Section', '组别', (row) => row.section.name),
  column('Status', 'État', '状态', (row, language) =>
    exportLabel('entry', row.entry_status_text, language),
  ),
]
const PUBLIC_COLUMN = column('Public', 'Public', '公开', (row) => row.is_show)

/** Columns of the two exports. No file holds both scores and fees. */
export const EXPORT_COLUMNS: Record<'scoring' | 'money', readonly ExportColumn[]> = {
  scoring: [
    ...ENTRY_COLUMNS,
    column('Jurors', 'Jurés', '评委数', (row) => row.assigned),
    ...figureColumns(1, (row) => row.first_level, { en: '', fr: '', zh: '' }),
    ...figureColumns(2, (row) => row.second_level, {
      en: ' (second level)',
      fr: ' (second niveau)',
      zh: '（第二轮）',
    }),
    column('Result', 'Résultat', '结果', (row) => row.final_score),
    column('To discuss', 'À discuter', '待讨论', (row) => row.is_to_discuss),
    column('Award', 'Prix', '奖项', (row) => row.award?.name ?? null),
    column('Decision', 'Décision', '决定', (row, language) =>
      exportLabel('decision', DECISION_NAMES[row.decision_status], language),
    ),
    PUBLIC_COLUMN,
  ],
  money: [
    ...ENTRY_COLUMNS,
    column('Entry fee', 'Frais d’inscription', '报名费', (row, language) =>
      exportLabel('entry_fee', row.entry_fee_status_text, language),
    ),
    column('Winner fee', 'Frais de lauréat', '获奖费', (row, language) =>
      exportLabel('winner_fee', row.winner_fee_status_text, language),
    ),
    column('Code', 'Code', '代码', (row) => row.code),
    PUBLIC_COLUMN,
  ],
}
