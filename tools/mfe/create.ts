import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ROUTES } from '@awards/shared/domain'
import { isRemoteId, RemoteRoute } from '@awards/shared/releases'
import { PNPM } from '../run/install.mjs'
import { run } from '../run/processes.mjs'
import type { Command } from './command.ts'
import { scaffold } from './scaffold.ts'
import { CommandError, UsageError } from './usage-error.ts'
import { ROOT } from './workspace.ts'

const { remoteRoutes } = createRequire(import.meta.url)('../../shared/build/release-facts.cjs') as {
  remoteRoutes(name: string): RemoteRoute[]
}

/** Two patterns that could stand for one address, written differently or not. */
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
