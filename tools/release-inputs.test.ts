import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const REMOTE = 'mf-payment'
const require = createRequire(join(ROOT, 'shared/package.json'))
const { CountedInputsPlugin, releaseInputs } = require('./build/release-inputs.cjs') as {
  CountedInputsPlugin: new (options: { name: string }) => { apply(compiler: object): void }
  releaseInputs(name: string): {
    files: string[]
    packages: string[]
    shares: Record<string, { requiredVersion: string }>
  }
}

/** A checkout with one remote, in which files may be changed. */
function checkout() {
  const folder = mkdtempSync(join(tmpdir(), 'awards-inputs-'))
  for (const part of ['shared', REMOTE]) {
    const filter = (path: string) => !/[\\/](node_modules|\.cache)$/.test(path)
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter })
    symlinkSync(join(ROOT, part, 'node_modules'), join(folder, part, 'node_modules'))
  }
  for (const part of ['tsconfig.json', 'node_modules']) {
    symlinkSync(join(ROOT, part), join(folder, part))
  }
  return folder
}

let folder: string
beforeAll(() => (folder = checkout()))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SCRIPT = `
  const { appendFileSync } = require('node:fs')
  const { releaseVersion } = require('./shared/build/release-facts.cjs')
  const next = () => releaseVersion('${REMOTE}')
  const versions = [next(), next()]
  for (const path of process.argv.slice(1)) {
    appendFileSync(path, '\\n/* changed */\\n')
    versions.push(next())
  }
  console.log(JSON.stringify(versions))`

/** Versions of the remote's release in that checkout: twice as it is, then after a change of each file. */
function versionsAfter(paths: readonly string[]): string[] {
  const args = ['--no-warnings', '-e', SCRIPT, ...paths]
  return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }))
}

test('the version stays while what the release does not use changes', () => {
  // What the shell gives, what other remotes use, the build of the shell, and a test.
  const versions = versionsAfter([
    'shared/src/ui/page.tsx',
    'shared/src/contract/index.ts',
    'shared/src/browser/focus.ts',
    'shared/build/host-config.cjs',
    'mf-payment/src/unused.test.ts',
  ])
  expect(versions[0]).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{10}$/)
  expect(versions).toHaveLength(7)
  expect(new Set(versions).size).toBe(1)
})

test('the version changes with all that the release uses, near and far', () => {
  const paths = [
    'shared/src/forms/amount-field.ts',
    'shared/src/forms/form-dialog.module.css',
    // Used by a module that it uses.
    'shared/src/domain/remote-pages.gen.ts',
    'shared/build/base-config.cjs',
    'mf-payment/src/routes.tsx',
  ]
  const versions = versionsAfter(paths)
  expect(new Set(versions).size).toBe(paths.length + 1)
})

test('of packages the versions count, with all that they depend on, but not those that the shell gives', () => {
  const { files, packages, shares } = releaseInputs('mf-jury')
  const names = packages.map((one) => one.slice(0, one.lastIndexOf('@')))
  expect(names).toEqual(expect.arrayContaining(['idb-keyval', '@tanstack/virtual-core', 'webpack']))
  expect(names).not.toContain('react-router-dom')
  expect(shares['react']).toMatchObject({ requiredVersion: expect.stringMatching(/^\^19\./) })
  const own = files.map((file) => relative(ROOT, file))
  expect(own).toContain('shared/src/entries/locales/zh.json')
  expect(own.filter((file) => /pnpm-lock|^shell|^mf-(?!jury)|\.test\./.test(file))).toEqual([])
})

test('a build that holds a module by which the version was not made fails', () => {
  const work: ((given: object) => void)[] = []
  const hook = { tap: (_name: string, one: (given: object) => void) => void work.push(one) }
  const errors: Error[] = []
  const plugin = new CountedInputsPlugin({ name: REMOTE })
  plugin.apply({ hooks: { thisCompilation: hook }, webpack: { WebpackError: Error } })
  work.shift()?.({ hooks: { finishModules: hook }, errors })
  const modules = [
    'mf-payment/src/routes.tsx',
    'shared/node_modules/css-loader/dist/runtime/api.js',
    'node_modules/.federation/entry.0.js',
    'shared/src/ui/page.tsx?query',
  ].map((path) => ({ resource: join(ROOT, path) }))
  work.shift()?.([...modules, {}])
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringContaining(`${join(ROOT, 'shared/src/ui/page.tsx')} is in the release, but`),
  ])
})
