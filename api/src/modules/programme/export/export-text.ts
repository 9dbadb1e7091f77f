import { stringify } from 'yaml'
import type { z } from 'zod'
import { StartError } from '../../../lib/errors.ts'

/** A file of an export: its path and what it says. */
export type ExportedFile = { file: string; text: string }

/** A YAML file in the order and the shape in which the loader reads it. */
export const yamlFile = (file: string, shape: z.ZodType, value: unknown): ExportedFile => ({
  file,
  text: yamlOf(file, shape, value),
})

/** A Markdown file with its front matter and its text in each language. */
export function pageFile(
  file: string,
  shape: z.ZodType,
  matter: unknown,
  texts: unknown,
): ExportedFile {
  const bodies = Object.entries(written(file, texts)).map(
    ([language, text]) => `::: ${language}\n${text}\n`,
  )
  return { file, text: `---\n${yamlOf(file, shape, matter)}---\n${bodies.join('')}` }
}

function yamlOf(file: string, shape: z.ZodType, value: unknown): string {
  const parsed = shape.safeParse(present(value))
  if (parsed.success) return stringify(parsed.data, { lineWidth: 100 })
  const [issue] = parsed.error.issues
  throw new StartError(
    `Nothing is exported: what is live does not fit ${file} (${issue?.path.join('.')}: ${issue?.message}). ` +
      'Correct it with plan and apply, then export again.',
  )
}

/** The texts of an author in the order of the languages. */
export function written(file: string, texts: unknown): Record<string, string> {
  const known = new Map(Object.entries(texts ?? {}))
  if (known.size === 0) {
    throw new StartError(
      `Nothing is exported: the text for ${file} was loaded by an earlier version of this program, which ` +
        'kept only its HTML. Apply your files once, then export.',
    )
  }
  return Object.fromEntries(
    ['en', 'fr', 'zh'].flatMap((language) => {
      const text = known.get(language)
      return text === undefined ? [] : [[language, String(text)]]
    }),
  )
}

/** Without what is not there: the files leave a key out where the database says null. */
function present(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(present)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null && inner !== undefined)
      .map(([key, inner]) => [key, present(inner)]),
  )
}
