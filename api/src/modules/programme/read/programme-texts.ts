import { markdownProblems } from './markdown.ts'
import type { Problem, Source } from './programme-source.ts'
import type { Programme } from './programme-files.ts'

/** Reports links and pictures in Markdown texts that the sanitizer would drop. */
export function textProblems({
  blocks,
  faq,
  about,
  news,
  policies,
  regulations,
}: Programme): Problem[] {
  const values = [
    ...blocks.value.map(({ body }, index) => ({
      source: blocks,
      path: [index, 'body'],
      texts: body,
    })),
    ...faq.value.questions.map(({ a }, index) => ({
      source: faq,
      path: ['questions', index, 'a'],
      texts: a,
    })),
    { source: about, path: ['story'], texts: about.value.story },
  ] satisfies { source: Source<unknown>; path: PropertyKey[]; texts: object }[]
  const pages = [...news, ...policies, ...regulations.flatMap(({ chapters }) => chapters)]
  return [
    ...values.flatMap(({ source, path, texts }) =>
      Object.entries(texts).flatMap(([language, text = '']) =>
        markdownProblems(text).map(({ reason }) => ({
          file: source.file,
          line: source.line([...path, language]),
          reason: `${[...path, language].join('.')}: ${reason}`,
          field: { path: [...path, language], sentence: reason },
        })),
      ),
    ),
    ...pages.flatMap(({ file, bodies, lineIn }) =>
      Object.entries(bodies).flatMap(([language, text]) =>
        markdownProblems(text).map(({ line, reason }) => ({
          file,
          line: lineIn(language, line),
          reason,
          field: { path: ['text', language], sentence: reason },
        })),
      ),
    ),
  ]
}

/** Number of texts with a translation (`given`) of all texts (`total`), by language and area. */
export type LanguageCount = { language: 'fr' | 'zh'; area: string; given: number; total: number }
/** A text without a translation; its readers see English. */
type MissingTranslation = {
  language: 'fr' | 'zh'
  file: string
  line: number
  field: string
}

const LANGUAGES = ['fr', 'zh'] as const

/** Counts French and Chinese translations and lists the missing ones; English is required by the schema. */
export function translationsOf(programme: Programme): {
  counts: LanguageCount[]
  missing: MissingTranslation[]
} {
  const { origin: _origin, users: _users, entries: _entries, regulations, ...rest } = programme
  const counts = new Map<string, LanguageCount>()
  const missing: MissingTranslation[] = []
  const countText = (
    source: Source<unknown>,
    path: PropertyKey[],
    texts: object,
    field: string,
  ) => {
    const area = areaOf(source.file)
    for (const language of LANGUAGES) {
      const key = `${area} ${language}`
      const count = counts.get(key) ?? { language, area, given: 0, total: 0 }
      const isGiven = language in texts
      counts.set(key, { ...count, given: count.given + (isGiven ? 1 : 0), total: count.total + 1 })
      if (!isGiven) missing.push({ language, file: source.file, line: source.line(path), field })
    }
  }
  const visit = (source: Source<unknown>, value: unknown, path: PropertyKey[]) => {
    if (typeof value !== 'object' || value === null) return
    if (isTexts(value)) countText(source, path, value, path.map(String).join('.'))
    else
      for (const [key, inner] of Object.entries(value))
        visit(source, inner, [...path, step(value, key)])
  }
  const chapters = regulations.flatMap((version) => version.chapters)
  for (const part of [...Object.values(rest), chapters]) {
    for (const source of Array.isArray(part) ? part : [part]) {
      visit(source, source.value, [])
      if ('bodies' in source) countText(source, [], source.bodies, 'text')
    }
  }
  return { counts: [...counts.values()], missing }
}

const step = (holder: object, key: string) => (Array.isArray(holder) ? Number(key) : key)
const isTexts = (value: object) =>
  'en' in value && Object.keys(value).every((key) => ['en', 'fr', 'zh'].includes(key))
const areaOf = (file: string) => {
  const origin = file.split('/').slice(0, -1).join('/')
  return origin && origin !== 'content' ? origin : file
}
