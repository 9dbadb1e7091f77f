import type { Language, PriceKind } from '@awards/shared/domain'

/** The lines of a price, in the language of the screen. */
export const QUOTE_LABELS: Record<Language, Record<PriceKind | 'discount' | 'vat', string>> = {
  en: {
    first: 'Entry fee',
    additional: 'Entry fee, further category',
    discount: 'Code',
    vat: 'VAT',
  },
  fr: {
    first: 'Frais d’inscription',
    additional: 'Frais d’inscription, catégorie supplémentaire',
    discount: 'Code',
    vat: 'TVA',
  },
  zh: { first: '参赛费', additional: '参赛费（附加类别）', discount: '优惠码', vat: '增值税' },
}
