import { POLICY_TYPES } from '@awards/shared/domain'
import type { Source } from './read/programme-source.ts'
import type { Programme } from './read/programme-files.ts'

/** Where a record stands in the files; only the file or folder where it is no longer there. */
export type Place = { file: string; line: number | null }

const FOLDERS: Record<string, string> = {
  ...{ articles: 'content/news', policies: 'content/policies', jurors: 'jurors' },
  ...{ regulation_versions: 'content/regulations', regulation_chapters: 'content/regulations' },
  ...{ juror_categories: 'jurors', editions: 'editions', phases: 'editions' },
  ...{ fee_periods: 'editions', fee_prices: 'fees.yaml', winner_package_prices: 'fees.yaml' },
  ...{ category_weights: 'categories.yaml', users: 'users.yaml', entries: 'entries' },
}
const DOCUMENTS: Record<string, string> = {
  ...{ programme: 'programme.yaml', bank: 'programme.yaml' },
  ...{ contact: 'content/contact.yaml', about: 'content/about.yaml' },
}

/** Says where a record of a table is written, by the names of its stable key. */
export function placesOf(programme: Programme): (table: string, key: readonly string[]) => Place {
  const known = new Map<string, Place>()
  const add = (table: string, name: string, source: Source<unknown>, path: PropertyKey[] = []) =>
    known.set(`${table} ${name}`, { file: source.file, line: source.line(path) })
  const list = (table: string, source: Source<readonly { code: string }[]>) =>
    source.value.forEach(({ code }, index) => add(table, code, source, [index]))

  const { categories, faq, fees } = programme
  list('sections', programme.sections)
  list('award_levels', programme.awards)
  list('criteria', programme.criteria)
  list('categories', categories)
  categories.value.forEach((parent, outer) =>
    parent.categories.forEach(({ code }, inner) =>
      add('categories', code, categories, [outer, 'categories', inner]),
    ),
  )
  list('codes', programme.codes)
  list('banners', programme.banners)
  list('blocks', programme.blocks)
  list('media_reports', programme.press)
  faq.value.questions.forEach(({ code }, index) => add('faqs', code, faq, ['questions', index]))
  fees.value.winner_packages.forEach(({ code }, index) =>
    add('winner_packages', code, fees, ['winner_packages', index]),
  )
  for (const source of programme.news) add('articles', source.value.slug, source)
  for (const source of programme.jurors) add('jurors', source.value.slug, source)
  for (const source of programme.editions) add('editions', source.value.code, source)
  for (const source of programme.entries) add('entries', source.value.slug, source)
  for (const source of programme.policies) {
    const { type, version } = source.value
    add('policies', `${POLICY_TYPES[type]} ${version}`, source, ['version'])
  }
  for (const version of programme.regulations) {
    add('regulation_versions', version.value.version, version, ['version'])
    version.chapters.forEach((chapter, index) =>
      add('regulation_chapters', `${version.value.version} ${index + 1}`, chapter),
    )
  }

  const files = new Map<string, string>()
  for (const [name, { file }] of known) files.set(name.slice(0, name.indexOf(' ')), file)
  return (table, key) => {
    const name = key.join(' ')
    const document = table === 'site_documents' ? DOCUMENTS[name] : undefined
    if (document) return { file: document, line: null }
    return (
      known.get(`${table} ${name}`) ?? {
        file: FOLDERS[table] ?? files.get(table) ?? FILES[table] ?? table,
        line: null,
      }
    )
  }
}

/** For tables of which the files have no record left. */
const FILES: Record<string, string> = {
  ...{ banners: 'content/banners.yaml', blocks: 'content/blocks.yaml', faqs: 'content/faq.yaml' },
  media_reports: 'content/press.yaml',
}
