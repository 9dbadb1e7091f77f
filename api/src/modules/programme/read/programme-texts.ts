import { unshown } from './markdown.ts'
import type { Problem } from './programme-error.ts'
import type { Source } from './programme-source.ts'
import type { Programme } from './programme-files.ts'

/** Links and pictures in the texts that visitors would not get as their author means them. */
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
      ...{ source: faq, path: ['questions', index, 'a'], texts: a },
    })),
    { source: about, path: ['story'], texts: about.value.story },
  ] satisfies { source: Source<unknown>; path: PropertyKey[]; texts: object }[]
  const pages = [...news, ...policies, ...regulations.flatMap(({ chapters }) => chapters)]
  return [
    ...values.flatMap(({ source, path, texts }) =>
      Object.entries(texts).flatMap(([language, text = '']) =>
        unshown(text).map(({ reason }) => ({
          ...{ file: source.file, line: source.line([...path, language]) },
          reason: `${[...path, language].join('.')}: ${reason}`,
        })),
      ),
    ),
    ...pages.flatMap(({ file, bodies, lineIn }) =>
      Object.entries(bodies).flatMap(([language, text]) =>
        unshown(text).map(({ line, reason }) => ({ file, line: lineIn(language, line), reason })),
      ),
    ),
  ]
}
