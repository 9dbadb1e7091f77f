import type { Language } from '@awards/shared/domain'

/** English, French, Chinese. */
type Words = Readonly<Record<string, readonly [string, string, string]>>

const PLACES: Readonly<Record<Language, 0 | 1 | 2>> = { en: 0, fr: 1, zh: 2 }

const ENTRY: Words = {
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

const ENTRY_FEE: Words = {
  unpaid: ['Unpaid', 'Non réglé', '未付款'],
  pending: ['Payment open', 'Paiement en cours', '付款进行中'],
  paid: ['Paid', 'Réglé', '已付款'],
  waived: ['Waived', 'Offert', '已免除'],
  offline_declared: ['Transfer announced', 'Virement annoncé', '已申报汇款'],
  refund_pending: ['Refund under way', 'Remboursement en cours', '退款中'],
  refunded: ['Refunded', 'Remboursé', '已退款'],
}

const WINNER_FEE: Words = {
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

const DECISION: Words = {
  none: ['No decision', 'Sans décision', '尚未评定'],
  recommended: ['Recommended', 'Recommandé', '已推荐'],
  provisional: ['Provisional', 'Provisoire', '暂定'],
  confirmed: ['Confirmed', 'Confirmé', '已确认'],
  declined: ['Declined', 'Refusé', '已否决'],
  published: ['Published', 'Publié', '已公布'],
  revoked: ['Revoked', 'Retiré', '已撤销'],
}

/** Words of the exported table, the same as on the screens. */
export const EXPORT_WORDS = {
  entry: ENTRY,
  entry_fee: ENTRY_FEE,
  winner_fee: WINNER_FEE,
  decision: DECISION,
} as const

/** What a stable word for a status is called in a language; an unknown one stands as it is. */
export const exportWord = (
  kind: keyof typeof EXPORT_WORDS,
  word: string | null | undefined,
  language: Language,
): string | null => (word ? (EXPORT_WORDS[kind][word]?.[PLACES[language]] ?? word) : null)
