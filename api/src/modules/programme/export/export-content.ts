import { POLICY_TYPES, versionFileName } from '@awards/shared/domain'
import * as schema from '../read/content-schema.ts'
import type { LiveContent } from './export.repository.ts'
import { dateText } from '../read/programme-source.ts'
import { stringify } from 'yaml'
import type { z } from 'zod'
import { StartError } from '../../../lib/errors.ts'

type Where = { zone: string; fileOf: (id: string | null, folder: string) => string | undefined }
type Window = { starts_at: Date | null; ends_at: Date | null }

/** Files below `content/`, except contact and about. */
export function contentFiles(live: LiveContent, { zone, fileOf }: Where): ExportedFile[] {
  const at = (date: Date | null) => date && dateText(date, zone)
  const window = ({ starts_at, ends_at }: Window) => ({
    starts_at: at(starts_at),
    ends_at: at(ends_at),
  })
  const placed = ({ code, position, sort, title }: LiveContent['blocks' | 'banners'][number]) => ({
    code,
    position,
    sort,
    title,
  })
  return [
    yamlFile(
      'content/banners.yaml',
      schema.BannersFile,
      live.banners.map((row) => ({
        ...placed(row),
        subtitle: row.subtitle,
        image: fileOf(row.image_file_id, 'site'),
        mobile_image: fileOf(row.mobile_file_id, 'site'),
        alt: row.alt,
        link: row.link ?? '',
        link_label: row.link_label,
        ...window(row),
      })),
    ),
    yamlFile(
      'content/blocks.yaml',
      schema.BlocksFile,
      live.blocks.map((row) => ({
        ...placed(row),
        body: written('content/blocks.yaml', row.markdown),
        image: fileOf(row.image_file_id, 'site'),
        alt: row.alt,
        ...window(row),
      })),
    ),
    yamlFile(
      'content/press.yaml',
      schema.PressFile,
      live.reports.map(({ code, outlet, title, url, language, date }) => ({
        code,
        outlet,
        title,
        url,
        language,
        published_at: date,
      })),
    ),
    faqFile(live, window),
    ...live.articles.map(({ markdown, cover_file_id, cover_alt, ...row }) =>
      pageFile(
        `content/news/${row.slug}.md`,
        schema.ArticleMatter,
        {
          slug: row.slug,
          type: row.type,
          published_at: at(row.published_at),
          cover: fileOf(cover_file_id, 'news'),
          alt: cover_alt,
          tags: row.tags,
          title: row.title,
          excerpt: row.excerpt,
        },
        markdown,
      ),
    ),
    ...live.policies.map(({ type, version, title, effective_at, markdown }) => {
      const name = Object.entries(POLICY_TYPES).find(([, number]) => number === type)?.[0] ?? type
      return pageFile(
        `content/policies/${name}-${versionFileName(version)}.md`,
        schema.PolicyMatter,
        { type: name, version, effective_at, title },
        markdown,
      )
    }),
    ...live.versions.flatMap(({ version, effective_at, pdf_url }) => {
      const folder = `content/regulations/${versionFileName(version)}`
      const chapters = live.chapters.filter((chapter) => chapter.version === version)
      return [
        yamlFile(`${folder}/version.yaml`, schema.RegulationsFile, {
          version,
          effective_at,
          pdf: pdf_url,
        }),
        ...chapters.map(({ number, title, markdown }) =>
          pageFile(
            `${folder}/${String(number).padStart(2, '0')}.md`,
            schema.ChapterMatter,
            { title },
            markdown,
          ),
        ),
      ]
    }),
  ]
}

function faqFile({ faqs }: LiveContent, window: (row: Window) => object): ExportedFile {
  return yamlFile('content/faq.yaml', schema.FaqFile, {
    groups: Object.fromEntries(faqs.map(({ group_code, grouping }) => [group_code, grouping])),
    questions: faqs.map((row) => ({
      code: row.code,
      group: row.group_code,
      q: row.question,
      a: written('content/faq.yaml', row.markdown),
      ...window(row),
    })),
  })
}

/** A file of an export: path below the folder, and content. */
export type ExportedFile = { file: string; text: string }

/** Serializes a value as YAML in the key order of the schema. Throws StartError if the value does not fit it. */
export const yamlFile = (file: string, shape: z.ZodType, value: unknown): ExportedFile => ({
  file,
  text: yamlOf(file, shape, value),
})

/** Serializes a Markdown file: front matter, then a body per language. */
function pageFile(file: string, shape: z.ZodType, matter: unknown, texts: unknown): ExportedFile {
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
