import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteRoute } from '@awards/shared/releases'

const TEMPLATE = join(import.meta.dirname, 'template')
const FIRST_PAGE = 'page'

const TEXTS = {
  en: {
    lead: 'The latest works that the jury has awarded.',
    empty: 'No work is published yet',
  },
  fr: {
    lead: 'Les dernières œuvres distinguées par le jury.',
    empty: 'Aucune œuvre n’est encore publiée',
  },
  zh: { lead: '评审团最新评选的获奖作品。', empty: '尚未公布作品' },
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const camelCase = (slug: string) =>
  slug.replace(/-+(\w)/g, (_dash, letter: string) => letter.toUpperCase())
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The last written part of a route names the page: `/archive/:year` is `archive`. */
function slugOf(route: string): string {
  const written = route.split('/').filter((part) => part && !part.startsWith(':'))
  const last =
    written
      .at(-1)
      ?.toLowerCase()
      .replace(/[^a-z0-9]+/g, '-') ?? ''
  return /^[a-z]/.test(last) ? last : FIRST_PAGE
}

/** The files of a new remote by their path in its folder. */
export function scaffold(name: string, route: RemoteRoute): Record<string, string> {
  const slug = slugOf(route.path)
  const camel = camelCase(slug)
  const values: Record<string, string> = {
    name,
    slug,
    camel,
    component: capital(camel),
    namespace: name.slice('mf-'.length),
    path: route.path.slice(1),
    address: route.path.replace(/:[a-z_]+/g, '1'),
  }
  const fill = (file: string) =>
    readFileSync(join(TEMPLATE, `${file}.txt`), 'utf8').replace(
      /\{\{(\w+)\}\}/g,
      (_slot, key: string) => values[key] ?? '',
    )
  const texts = Object.entries(TEXTS).map(([language, own]) => [
    `src/locales/${language}.json`,
    json({ heading: route.title, ...own }),
  ])
  return {
    'package.json': fill('package.json'),
    'webpack.config.cjs': fill('webpack.config.cjs'),
    'remote.json': json({ routes: [route] }),
    'src/routes.tsx': fill('routes.tsx'),
    [`src/${slug}/${slug}.page.tsx`]: fill('page.tsx'),
    [`src/${slug}/${slug}.module.css`]: fill('page.module.css'),
    [`src/${slug}/${slug}.test.tsx`]: fill('page.test.tsx'),
    [`src/${slug}/work-tile.tsx`]: fill('work-tile.tsx'),
    [`src/${slug}/work-tile.module.css`]: fill('work-tile.module.css'),
    ...Object.fromEntries(texts),
  }
}
