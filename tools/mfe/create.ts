import { readFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, dirname } from 'node:path'
import { ROUTES } from '@awards/shared/domain'
import { type MenuEntry, RemoteRoute, isRemoteId } from '@awards/shared/releases'
import { PNPM } from '../run/install.mjs'
import { run } from '../run/processes.mjs'
import { type Command, CommandError, UsageError } from './command.ts'
import { isPackaged, ROOT } from './workspace.ts'

const TEMPLATE = join(import.meta.dirname, 'template')
const FIRST_PAGE = 'page'
/** The first page has a third of it. */
const FIRST_BUDGET_KB = 100

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

/** Page name from the last static segment of a route: `/archive/:year` is `archive`. */
function slugOf(route: string): string {
  const written = route.split('/').filter((part) => part && !part.startsWith(':'))
  const last =
    written
      .at(-1)
      ?.toLowerCase()
      .replace(/[^a-z0-9]+/g, '-') ?? ''
  return /^[a-z]/.test(last) ? last : FIRST_PAGE
}

/** Title and menu of the first page in each language; a page with parameters has no place in a menu. */
function declaration(route: RemoteRoute) {
  const texts = { en: route.title, fr: route.title, zh: route.title }
  const entry: MenuEntry = { path: route.path, place: 'header', texts }
  return {
    budget: FIRST_BUDGET_KB,
    routes: [{ ...route, titles: texts }],
    ...(!route.path.includes(':') && { menu: [entry] }),
  }
}

/**
 * Files of a new remote by their path in its folder. In the repository of a team the libraries are those of the package
 * @awards/mfe, and its tests are the team's own.
 */
export function scaffold(
  name: string,
  route: RemoteRoute,
  isOutside = isPackaged,
): Record<string, string> {
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
    'package.json': isOutside
      ? json({ name: `@awards/${name}`, version: '1.0.0', private: true })
      : fill('package.json'),
    'webpack.config.cjs': fill('webpack.config.cjs'),
    'remote.json': json(declaration(route)),
    'src/routes.tsx': fill('routes.tsx'),
    [`src/${slug}/${slug}.page.tsx`]: fill('page.tsx'),
    [`src/${slug}/${slug}.module.css`]: fill('page.module.css'),
    ...(!isOutside && { [`src/${slug}/${slug}.test.tsx`]: fill('page.test.tsx') }),
    [`src/${slug}/work-tile.tsx`]: fill('work-tile.tsx'),
    [`src/${slug}/work-tile.module.css`]: fill('work-tile.module.css'),
    ...Object.fromEntries(texts),
  }
}

const { remoteRoutes } = createRequire(import.meta.url)('../../shared/build/release-facts.cjs') as {
  remoteRoutes(name: string): RemoteRoute[]
}

/** Route pattern without parameter names and case; equal for patterns that match the same addresses. */
const shape = (path: string) => path.toLowerCase().replace(/:[a-z_]+/g, ':')

function ownerOf(path: string): string | undefined {
  const inTable = ROUTES.find((route) => shape(route.path) === shape(path))
  if (inTable) return inTable.owner
  return readdirSync(ROOT).find(
    (name) =>
      isRemoteId(name) &&
      existsSync(join(ROOT, name, 'package.json')) &&
      remoteRoutes(name).some((route) => shape(route.path) === shape(path)),
  )
}

function routeOf(path: string, title: string): RemoteRoute {
  const parsed = RemoteRoute.safeParse({ path, title, wrappers: [] })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const option = issue?.path[0] === 'title' ? `--title "${title}"` : `--route ${path}`
    throw new UsageError(`${option}: ${issue?.message ?? 'is not valid'}.`)
  }
  const owner = ownerOf(path)
  if (owner) throw new UsageError(`--route ${path}: ${owner} has this page. Choose another one.`)
  return parsed.data
}

export const create: Command = {
  usage: '<name> --route /gallery --title Gallery',
  about: 'make the folder of a new remote, with a first page and its test',
  shape: { name: 'required', texts: ['route', 'title'], needed: ['route', 'title'] },
  async run(given) {
    const { name } = given
    const folder = join(ROOT, name)
    if (existsSync(folder)) throw new UsageError(`There is a folder ${name} already.`)
    const route = routeOf(given.text('route') ?? '', given.text('title') ?? '')
    for (const [path, text] of Object.entries(scaffold(name, route))) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    if (isPackaged) {
      console.log(`${name} is made. Next: "npm run mfe -- ship ${name}" to see it in staging.`)
      return 0
    }
    console.log(`${name} is made. Installing its libraries …`)
    const install = ['--yes', PNPM, 'install', '--prefer-offline', '--no-frozen-lockfile']
    const code = await run('npx', [...install, '--config.confirmModulesPurge=false'])
    if (code !== 0) {
      throw new CommandError(
        `The folder ${name} is there, but "npx ${PNPM} install" failed. Run it again.`,
      )
    }
    console.log(
      `Next: "npm run mfe -- dev ${name}" to work on it, "npm test -- ${name}" to test it,\n` +
        `"npm run mfe -- ship ${name}" to see it in staging. Commit the folder with pnpm-lock.yaml.`,
    )
    return 0
  },
}
