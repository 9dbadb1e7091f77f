import { typeset } from './localised.ts'

const french = (fr: string) => typeset({ en: '', fr }).fr

test('curves apostrophes in English and French', () => {
  expect(
    typeset({ en: "The jury's rock 'n' roll", fr: "L'appel d'été", zh: "l'original" }),
  ).toEqual({
    en: "The jury’s rock 'n' roll",
    fr: 'L’appel d’été',
    zh: "l'original",
  })
})

test.each([
  ['Est-ce payant ?', 'Est-ce payant\u00A0?'],
  ['Non ; jamais : « rien » !', 'Non\u00A0; jamais\u00A0: «\u00A0rien\u00A0»\u00A0!'],
  ['**Gratuit ?** (vraiment ?)', '**Gratuit\u00A0?** (vraiment\u00A0?)'],
  ['Par exemple « hêtre ».', 'Par exemple «\u00A0hêtre\u00A0».'],
  ['La TVA de 20 % (ou 10 %).', 'La TVA de 20\u00A0% (ou 10\u00A0%).'],
  ['Déjà posé\u00A0?', 'Déjà posé\u00A0?'],
])(
  'sets non-breaking spaces before French high punctuation and percent signs: %j',
  (typed, set) => {
    expect(french(typed)).toBe(set)
    expect(french(set)).toBe(set)
  },
)

test.each(['| A | B |\n| :-- | :-: |\n| 1 | 2 |', 'à 23:59:59', '[ici](/faq?q=a :b)', '- ?q'])(
  'leaves tables, times and links unchanged: %j',
  (text) => expect(french(text)).toBe(text),
)

test('adds no missing language', () => {
  expect(typeset({ en: 'One' })).toEqual({ en: 'One' })
})
