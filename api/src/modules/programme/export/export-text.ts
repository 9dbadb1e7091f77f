import { stringify } from 'yaml'
import type { z } from 'zod'
import { StartError } from '../../../lib/errors.ts'

/** A file of an export: path below the folder, and content. */
export type ExportedFile = { file: string; text: string }

/** Serializes a value as YAML in the key order of the schema. Throws StartError if the value does not fit it. */
export const yamlFile = (file: string, shape: z.ZodType, value: unknown): ExportedFile => ({
  file,
  text: yamlOf(file, shape, value),
})

/** Serializes a Markdown file: front matter, then a body per language. */
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
  const parsed = shape.safeParse(withoutNulls(value))
  if (parsed.success) return stringify(parsed.data, { lineWidth: 100 })
  const [issue] = parsed.error.issues
  throw new StartError(
    `Nothing is exported: what is live does not fit ${file} (${issue?.path.join('.')}: ${issue?.message}). ` +
      'Correct it with plan and apply, then export again.',
  )
}

/** Markdown by language in the order en, fr, zh. Throws StartError for rows without a stored Markdown source. */
export function written(file: string, texts: unknown): Record<string, string> {
  const byLanguage = new Map(Object.entries(texts ?? {}))
  if (byLanguage.size === 0) {
    throw new StartError(
      `Nothing is exported: the text for ${file} was loaded by an earlier version of this program, which ` +
        'kept only its HTML. Apply your files once, then export.',
    )
  }
  return Object.fromEntries(
    ['en', 'fr', 'zh'].flatMap((language) => {
      const text = byLanguage.get(language)
      return text === undefined ? [] : [[language, String(text)]]
    }),
  )
}

/** Removes null and undefined at any depth: files omit keys that are null in the database. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null && inner !== undefined)
      .map(([key, inner]) => [key, withoutNulls(inner)]),
  )
}
