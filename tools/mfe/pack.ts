import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Command } from './command.ts'
import { packFolder } from './publish.ts'
import { KIT } from './workspace.ts'

/*
 * The package @awards/mfe: build, types, contract and command line for a remote in a repository of its own. It holds this
 * repository's own sources at the same places, so that there is one build and one command line.
 */

const require = createRequire(import.meta.url)
const { installedFolder } = require('../../shared/build/workspace.cjs') as {
  installedFolder(from: string, name: string): string
}

const PARTS = [
  'shared/package.json',
  'shared/build',
  'shared/src',
  'shell/src/index.html',
  'tools/build.mjs',
  'tools/mfe',
  'tools/run/install.mjs',
  'tools/run/processes.mjs',
]
const COMMAND_FILES = ['mfe.mjs', 'strip-types.mjs']
const isTest = (path: string) => /\.test\.tsx?$|\.fixture\.|[\\/]node_modules$/.test(path)

/** Whether a file, by its path in this repository, is in the package. */
export const isPacked = (path: string) =>
  PARTS.some((part) => path === part || path.startsWith(`${part}/`)) && !isTest(path)

/** Where packages are looked up that a part imports: its own folder, or the workspace. */
const CONSUMERS = ['shared', 'tools', 'mf-public', '.']
/** What the command line imports beside `shared`, and what the compiler reads of a remote. */
const OF_TOOLS = [
  'http-proxy-middleware',
  'semver',
  'tar-stream',
  'typescript',
  'webpack-cli',
  'webpack-dev-server',
  'webpack',
  '@types/node',
  '@types/react',
  '@types/react-dom',
]

type PackageJson = {
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as PackageJson

/** The version of a package that this repository builds with: the shell has the same, and no other suits it. */
function installedVersion(name: string): string {
  const from = CONSUMERS.map((folder) => join(KIT, folder)).find((folder) =>
    existsSync(join(folder, 'node_modules', name)),
  )
  return read(join(installedFolder(from ?? KIT, name), 'package.json')).version
}

function packageJson() {
  const shared = read(join(KIT, 'shared/package.json'))
  const names = [...Object.keys({ ...shared.dependencies, ...shared.devDependencies }), ...OF_TOOLS]
  const versions = [...new Set(names)].sort().map((name) => [name, installedVersion(name)] as const)
  return {
    name: '@awards/mfe',
    version: shared.version,
    description: 'Build, types, contract and command line for a remote of the award site.',
    license: 'UNLICENSED',
    engines: { node: '>=24.21' },
    bin: { mfe: 'bin/mfe.mjs' },
    dependencies: Object.fromEntries(versions),
  }
}

/** The compiler's options for a team: without the test runner of this repository. */
function compilerOptions() {
  const { compilerOptions: options } = JSON.parse(
    readFileSync(join(KIT, 'tsconfig.json'), 'utf8'),
  ) as { compilerOptions: Record<string, unknown> }
  return { compilerOptions: { ...options, types: ['node'] } }
}

function writeJson(file: string, value: unknown) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

export const pack: Command = {
  usage: '',
  about: 'make the package @awards/mfe, for remotes in repositories of their own',
  shape: { name: 'none' },
  async run() {
    const manifest = packageJson()
    const folder = join(KIT, '.cache/awards-mfe')
    const inside = join(folder, 'package')
    rmSync(folder, { recursive: true, force: true })
    for (const part of PARTS) {
      cpSync(join(KIT, part), join(inside, part), {
        recursive: true,
        filter: (path) => !isTest(path),
      })
    }
    mkdirSync(join(inside, 'bin'))
    for (const file of COMMAND_FILES) {
      cpSync(join(import.meta.dirname, 'package', file), join(inside, 'bin', file))
    }
    writeJson(join(inside, 'package.json'), manifest)
    writeJson(join(inside, 'tsconfig.json'), compilerOptions())
    const target = join(KIT, 'dist', `awards-mfe-${manifest.version}.tgz`)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, await packFolder(folder))
    console.log(
      `dist/${basename(target)} is made. In the repository of a team: "npm install -D <this file>".`,
    )
    return 0
  },
}
