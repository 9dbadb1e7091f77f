import type { Source } from './programme-source.ts'
import type { Programme } from './programme-files.ts'

/** Notes what is wrong at a place of a file. */
export type At = (source: Source<unknown>, path: PropertyKey[], reason: string) => void

type Named = { source: Source<unknown>; path: PropertyKey[]; name: string }

/** Names by which records are found again are given once. */
export function checkUnique(programme: Programme, at: At) {
  const { categories, fees, policies, regulations } = programme
  const lists = [
    ...[programme.sections, programme.awards, programme.criteria, programme.codes].map((source) =>
      codesIn(source, source.value),
    ),
    ...[programme.banners, programme.blocks, programme.press].map((source) =>
      codesIn(source, source.value),
    ),
    codesIn(programme.faq, programme.faq.value.questions, ['questions']),
    codesIn(fees, fees.value.winner_packages, ['winner_packages']),
    [
      ...codesIn(categories, categories.value),
      ...categories.value.flatMap((parent, index) =>
        codesIn(categories, parent.categories, [index, 'categories']),
      ),
    ],
    of(programme.entries, 'slug', ({ slug }) => slug),
    of(programme.jurors, 'slug', ({ slug }) => slug),
    of(programme.jurors, 'email', ({ email }) => email),
    of(programme.editions, 'code', ({ code }) => code),
    of(programme.news, 'slug', ({ slug }) => slug),
    of(policies, 'version', ({ type, version }) => `${type} ${version}`),
    of(regulations, 'version', ({ version }) => version),
  ]
  for (const list of lists) {
    const seen = new Map<string, Named>()
    for (const one of list) {
      const first = seen.get(one.name)
      seen.set(one.name, first ?? one)
      if (!first) continue
      const where = `${first.source.file}:${first.source.line(first.path)}`
      const key = one.path.map(String).join('.')
      at(one.source, one.path, `${key}: ${one.name} is already used in ${where}`)
    }
  }
}

const codesIn = (
  source: Source<unknown>,
  records: readonly { code: string }[],
  below: PropertyKey[] = [],
): Named[] =>
  records.map(({ code }, index) => ({ source, path: [...below, index, 'code'], name: code }))

const of = <T>(
  sources: readonly Source<T>[],
  key: string,
  name: (value: T) => string | undefined,
): Named[] =>
  sources.flatMap((source) => {
    const found = name(source.value)
    return found === undefined ? [] : [{ source, path: [key], name: found }]
  })
