// Budget of scripts: what the browser loads for the first view of each route, compressed, from the builds in dist.
// Usage: node tools/script-budget.ts [--write]   compares with script-budget.json, or writes it.
import { createRequire } from 'node:module'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROUTES } from '@awards/shared/domain'
import { ROUTE_ASSETS_FILE } from '@awards/shared/releases'
import type { RemoteRoute, RouteAssets } from '@awards/shared/releases'
import { preloadsOf } from '../platform/src/site/route-assets.ts'

const { remoteRoutes } = createRequire(import.meta.url)('../shared/build/release-facts.cjs') as {
  remoteRoutes(name: string): RemoteRoute[]
}

const DIST = join(import.meta.dirname, '../dist')
const BUDGET_FILE = join(import.meta.dirname, 'script-budget.json')
const KILO = 1_024
/** Room above today's size when the budget is written. */
const ROOM_KB = 2
const MOST_NAMED = 3

type Bytes = Readonly<Record<string, number>>

/** Compressed bytes of a route, in all and by module. */
export type RouteSize = { readonly bytes: number; readonly modules: Bytes }

export type Budget = {
  /** Limit of each route in kilobytes. */
  readonly routes: Readonly<Record<string, number>>
  /** Compressed bytes of each module of at least a kilobyte when the budget was written. */
  readonly modules: Bytes
}

const kb = (bytes: number) => `${(bytes / KILO).toFixed(1)} KB`

/** What is wrong with each route over its budget: its growth, and the modules that have grown most. */
export function overBudget(budget: Budget, sizes: Readonly<Record<string, RouteSize>>): string[] {
  return Object.entries(sizes).flatMap(([route, { bytes, modules }]) => {
    const limit = budget.routes[route]
    if (limit === undefined) return [`${route} has no budget: run it with --write.`]
    if (bytes <= limit * KILO) return []
    const grown = Object.entries(modules)
      .map(([name, size]) => ({ name, more: size - (budget.modules[name] ?? 0) }))
      .toSorted((a, b) => b.more - a.more)
      .slice(0, MOST_NAMED)
      .map(({ name, more }) => `+${kb(more)} ${name}`)
    const over = kb(bytes - limit * KILO)
    return [`${route}: ${kb(bytes)} of scripts, ${over} over its ${limit} KB. ${grown.join(', ')}`]
  })
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const modulesFiles = new Map<string, Readonly<Record<string, Bytes>>>()

/** Source bytes of the modules of each script of a package; ChunkModulesPlugin writes them with the build. */
function modulesOf(name: string) {
  const file = join(DIST, '.builds', `${name}.modules.json`)
  if (!existsSync(file)) return {}
  const found = modulesFiles.get(name) ?? (readJson(file) as Record<string, Bytes>)
  modulesFiles.set(name, found)
  return found
}

/** The modules of a script, largest first: its compressed bytes, shared out by the size of their sources. */
export function moduleShares(pathname: string, bytes: number) {
  const name = /^\/mfe(?:-b)?\/([\w-]+)\//.exec(pathname)?.[1] ?? 'shell'
  const modules = Object.entries(modulesOf(name)[basename(pathname)] ?? {})
  const total = modules.reduce((sum, [, size]) => sum + size, 0)
  return modules
    .map(([module, size]) => ({ name: module, bytes: (size / total) * bytes }))
    .toSorted((a, b) => b.bytes - a.bytes)
}

/** Where a served file stands in dist: `/assets/…` is of the shell, `/mfe/<name>/<version>/…` of a remote. */
const fileOf = (href: string) => join(DIST, href.replace(/^\/assets\//, '/shell/'))

function transferred(href: string): number {
  const file = fileOf(href)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

const builtVersion = (name: string) => {
  const { version } = readJson(join(DIST, 'mfe', name, 'release.json')) as { version: string }
  return { name, version }
}

/** The scripts of a route's first view, by the rules that the server preloads them by. */
function scriptsOf(owner: string, path: string): string[] {
  const assetsIn = (folder: string) => readJson(join(folder, ROUTE_ASSETS_FILE)) as RouteAssets
  const host = assetsIn(join(DIST, 'shell'))
  const release = owner === 'shell' ? undefined : builtVersion(owner)
  const remote = release && assetsIn(join(DIST, 'mfe', release.name, release.version))
  const { files } = preloadsOf({ path, language: 'en', release }, { host, remote })
  const hrefs = [...host.initial.map((file) => `/assets/${file}`), ...files.map(({ href }) => href)]
  return [...new Set(hrefs)].filter((href) => href.endsWith('.js'))
}

function sizeOf(owner: string, path: string): RouteSize {
  const modules: Record<string, number> = {}
  let bytes = 0
  for (const href of scriptsOf(owner, path)) {
    const own = transferred(href)
    bytes += own
    for (const one of moduleShares(href, own)) {
      modules[one.name] = (modules[one.name] ?? 0) + one.bytes
    }
  }
  return { bytes, modules }
}

/** Pages that remotes declare in a remote.json, beside the table of the site. */
const releasePages = () =>
  readdirSync(join(DIST, 'mfe')).flatMap((owner) =>
    existsSync(join(DIST, 'mfe', owner, 'release.json'))
      ? remoteRoutes(owner)
          .filter(({ path }) => !ROUTES.some((route) => route.path === path))
          .map(({ path }) => ({ owner, path }))
      : [],
  )

/** The size of every route, from the builds in dist. */
const routeSizes = (): Record<string, RouteSize> =>
  Object.fromEntries(
    [...ROUTES.filter(({ path, redirect }) => path !== '*' && !redirect), ...releasePages()].map(
      ({ owner, path }) => [path, sizeOf(owner, path)],
    ),
  )

function budgetOf(sizes: Record<string, RouteSize>): Budget {
  const modules = Object.assign({}, ...Object.values(sizes).map((one) => one.modules)) as Bytes
  const large = Object.entries(modules)
    .filter(([, bytes]) => bytes >= KILO)
    .map(([name, bytes]) => [name, Math.round(bytes)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const limits = Object.entries(sizes).map(([route, { bytes }]) => [
    route,
    Math.ceil(bytes / KILO) + ROOM_KB,
  ])
  return { routes: Object.fromEntries(limits), modules: Object.fromEntries(large) }
}

function main() {
  if (!readdirSync(DIST).includes('shell')) throw new Error('Build first: npm run build')
  const sizes = routeSizes()
  if (process.argv.includes('--write')) {
    writeFileSync(BUDGET_FILE, `${JSON.stringify(budgetOf(sizes), null, 2)}\n`)
    return
  }
  const problems = overBudget(readJson(BUDGET_FILE) as Budget, sizes)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    console.error('Load it later (import() in a page or a dialog), or raise the budget: --write.')
    process.exitCode = 1
  }
}

if (import.meta.main) main()
