import type { Language, PriceKind } from '@awards/shared/domain'
import { FEE_NAMES } from '../channels/fee-names.ts'

/** The lines of a price, in the language of the screen. */
export const QUOTE_LABELS: Record<Language, Record<PriceKind | 'discount' | 'vat', string>> = {
  en: {
    first: FEE_NAMES.en.entry,
    additional: 'Entry fee, further category',
    discount: 'Code',
    vat: 'VAT',
  },
  fr: {
    first: FEE_NAMES.fr.entry,
    additional: 'Frais d’inscription, catégorie supplémentaire',
    discount: 'Code',
    vat: 'TVA',
  },
  zh: {
    first: FEE_NAMES.zh.entry,
    additional: '参赛费（附加类别）',
    discount: '优惠码',
    vat: '增值税',
  },
}
