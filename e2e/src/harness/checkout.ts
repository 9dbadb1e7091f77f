import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { newFolder, type Site } from './site.ts'
import { eventually } from './until.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const LEFT_OUT = new Set(['.git', '.data', 'node_modules', '.cache', '.installed'])

/** A file system that knows hard links makes this a matter of seconds. */
function copyPackages(from: string, to: string) {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', from, to])
  }
}

/**
 * A working copy of this checkout, installed and built, in which a team may create, build and edit;
 * the site that runs here sees nothing of it but what is published.
 */
export async function copyOfCheckout(): Promise<string> {
  const copy = await newFolder()
  for (const name of readdirSync(ROOT)) {
    if (LEFT_OUT.has(name)) continue
    cpSync(join(ROOT, name), join(copy, name), {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(path.split('/').at(-1) ?? ''),
    })
    const packages = join(ROOT, name, 'node_modules')
    if (existsSync(packages)) copyPackages(packages, join(copy, name, 'node_modules'))
  }
  copyPackages(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/**
 * A repository of a team that has the package @awards/mfe alone, as its checkout packs it. Its libraries are linked rather
 * than fetched anew; each has the version that the package asks for, or this throws.
 */
export async function outsideRepository(team: Team): Promise<Team> {
  const [archive = ''] = /\S+\.tgz/.exec(await mfe(team, 'pack')) ?? []
  const folder = await newFolder()
  const libraries = join(folder, 'node_modules')
  const kit = join(libraries, '@awards/mfe')
  mkdirSync(kit, { recursive: true })
  execFileSync('tar', ['-xzf', join(team.folder, archive), '-C', kit, '--strip-components=1'])
  const { dependencies } = read(join(kit, 'package.json'))
  for (const [name, version] of Object.entries(dependencies ?? {})) {
    const from = PACKAGES_OF.map((one) => join(ROOT, one, 'node_modules', name)).find(
      (one) => existsSync(one) && read(join(one, 'package.json')).version === version,
    )
    if (!from) throw new Error(`${name} ${version} is not installed here`)
    mkdirSync(dirname(join(libraries, name)), { recursive: true })
    symlinkSync(realpathSync(from), join(libraries, name))
  }
  const bin = join(libraries, '.bin')
  mkdirSync(bin)
  symlinkSync('../@awards/mfe/bin/mfe.mjs', join(bin, 'mfe'))
  chmodSync(join(kit, 'bin/mfe.mjs'), 0o755)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { mfe: 'mfe' } }))
  const node = dirname(process.execPath)
  return { folder, env: { ...team.env, PATH: `${node}${delimiter}${process.env['PATH']}` } }
}

const PACKAGES_OF = ['shared', 'tools', 'mf-public', '.']
const read = (file: string) =>
  JSON.parse(readFileSync(file, 'utf8')) as {
    version: string
    dependencies?: Record<string, string>
  }

export type Team = { folder: string; env: Record<string, string> }

/** `npm run mfe -- …` in a working copy; gives what it printed, or throws it. */
export function mfe({ folder, env }: Team, ...args: string[]): Promise<string> {
  const child = start(folder, env, ['mfe', '--', ...args])
  let said = ''
  child.stdout?.on('data', (chunk) => (said += String(chunk)))
  child.stderr?.on('data', (chunk) => (said += String(chunk)))
  return new Promise((done, fail) => {
    child.once('close', (code) => {
      if (code === 0) done(said)
      else fail(new Error(`mfe ${args.join(' ')} ended with ${code}:\n${said}`))
    })
  })
}

export type Running = { output: () => string; stop: () => Promise<void> }

/** The same for a command that goes on until it is stopped. */
export const mfeRunning = (team: Team, ...args: string[]) => npmRunning(team, 'mfe', '--', ...args)

/** `npm run …` in a working copy, until it is stopped. */
export function npmRunning({ folder, env }: Team, ...args: string[]): Running {
  const child = start(folder, env, args)
  let said = ''
  child.stdout?.on('data', (chunk) => (said += String(chunk)))
  child.stderr?.on('data', (chunk) => (said += String(chunk)))
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  return {
    output: () => said,
    stop: async () => {
      // The command has children of its own: the whole group ends.
      if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

const start = (folder: string, env: Record<string, string>, args: string[]): ChildProcess =>
  spawn('npm', ['run', '--silent', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })

/** The address that a development server prints for working inside a site, once it answers. */
export async function addressOf(running: Running, site: Pick<Site, 'url'>): Promise<string> {
  const address = await eventually(
    async () => {
      const said = running.output().replaceAll(site.url, '')
      const [url] = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(said) ?? []
      return url && (await fetch(`${url}/home`).catch(() => undefined))?.ok ? url : undefined
    },
    (url) => url !== undefined,
  )
  if (!address) throw new Error(`The development server does not answer:\n${running.output()}`)
  return address
}
