/** What the organiser's desk edits of the programme's files. */
export const DOCUMENT_KINDS = [
  'season',
  'categories',
  'questions',
  'sections',
  'criteria',
  'awards',
  'packages',
  'article',
  'banners',
  'blocks',
  'faq',
  'press',
  'about',
  'contact',
  'policy',
  'regulations',
  'juror',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Kinds of which there is one document each, by its file. */
const SINGLE_FILES: Partial<Record<DocumentKind, string>> = {
  categories: 'categories.yaml',
  questions: 'questions.yaml',
  sections: 'sections.yaml',
  criteria: 'criteria.yaml',
  awards: 'awards.yaml',
  packages: 'fees.yaml',
  banners: 'content/banners.yaml',
  blocks: 'content/blocks.yaml',
  faq: 'content/faq.yaml',
  press: 'content/press.yaml',
  about: 'content/about.yaml',
  contact: 'content/contact.yaml',
}

const MANY: readonly [RegExp, DocumentKind][] = [
  [/^editions\/[a-z0-9-]+\.yaml$/, 'season'],
  [/^content\/news\/[a-z0-9-]+\.md$/, 'article'],
  [/^content\/policies\/[a-z]+-[a-z0-9.-]+\.md$/, 'policy'],
  [/^content\/regulations\/[a-z0-9-][a-z0-9.-]*\/version\.yaml$/, 'regulations'],
  [/^jurors\/[a-z0-9-]+\.yaml$/, 'juror'],
]

/** The kind of a file; undefined for one that the desk does not edit. */
export const documentKind = (file: string): DocumentKind | undefined =>
  DOCUMENT_KINDS.find((kind) => SINGLE_FILES[kind] === file) ??
  MANY.find(([pattern]) => pattern.test(file))?.[1]

/** A version as the name of a file. */
export const versionFileName = (version: string) =>
  version.toLowerCase().replaceAll(/[^a-z0-9.-]+/g, '-')

/** The file of a document: what it is called after never changes once the document is kept. */
export function documentFile(kind: DocumentKind, document: Readonly<Record<string, unknown>>) {
  const word = (name: string) => String(document[name] ?? '')
  switch (kind) {
    case 'season':
      return `editions/${word('code').toLowerCase()}.yaml`
    case 'article':
      return `content/news/${word('slug')}.md`
    case 'policy':
      return `content/policies/${word('type')}-${versionFileName(word('version'))}.md`
    case 'regulations':
      return `content/regulations/${versionFileName(word('version'))}/version.yaml`
    case 'juror':
      return `jurors/${word('slug')}.yaml`
    default:
      return SINGLE_FILES[kind] ?? ''
  }
}

/** A path of the site that a preview may open; never another host. */
export const SITE_PATH = /^\/(?![/\\])[\w\-./?=&%]{0,199}$/

/** The public page that shows a document, without its language. */
export function documentPath(kind: DocumentKind, file: string) {
  const pages: Partial<Record<DocumentKind, string>> = {
    article: file.replace(/^content(.*)\.md$/, '$1'),
    about: '/about',
    awards: '/awards',
    categories: '/categories',
    contact: '/contact',
    faq: '/faq',
    juror: '/jury',
    packages: '/fees',
    press: '/press',
    regulations: '/regulations',
    season: '/calendar',
  }
  return pages[kind] ?? '/'
}

/** Kinds whose file is a list of records; it stands below `list` in the document. */
export const LIST_KINDS: readonly DocumentKind[] = [
  'categories',
  'questions',
  'sections',
  'criteria',
  'awards',
  'banners',
  'blocks',
  'press',
]

/** What the desk edits of a juror. Level, categories and rights decide what somebody reads and judges. */
export const JUROR_PROFILE = [
  'name',
  'title',
  'company',
  'country',
  'photo',
  'alt',
  'bio',
  'sort',
  'show_public',
] as const
