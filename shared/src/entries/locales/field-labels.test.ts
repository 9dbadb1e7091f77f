import { ENTRY_FIELDS, fieldsWith } from '@awards/shared/domain'
import en from './en.json'
import fr from './fr.json'
import zh from './zh.json'

const FIELDS = Object.keys(ENTRY_FIELDS)
/** Public answers that the page of a winner shows under other headings: its credits, and the place in one row. */
const COMPOSED = ['designers', 'location_country', 'location_city']
const sorted = (names: readonly string[]) => [...names].sort()

test.each([
  ['en', en],
  ['fr', fr],
  ['zh', zh],
])(
  '%s has one label for each field; those of public facts, and no others, are public',
  (_, texts) => {
    const facts = fieldsWith({ place: 'facts', isPublic: true })
    const shown = sorted(facts.filter((name) => !COMPOSED.includes(name)))
    expect(sorted(Object.keys(texts.public))).toEqual(shown)
    const labelled = [...Object.keys(texts.public), ...Object.keys(texts.label)]
    expect(sorted(labelled)).toEqual(sorted(FIELDS))
  },
)

test.each([
  ['fr', fr],
  ['zh', zh],
])('%s has the same hints and questions as English, of fields that exist', (_, texts) => {
  for (const group of ['hint', 'question'] as const) {
    expect(sorted(Object.keys(texts[group]))).toEqual(sorted(Object.keys(en[group])))
    expect(FIELDS).toEqual(expect.arrayContaining(Object.keys(en[group])))
  }
})
