import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../run/processes.mjs'

/** Copied, since a mutant may be in them or a test starts from them; the rest is linked. */
const COPIED = ['api', 'platform', 'shared', 'shell', 'e2e', 'tools']
const COPIED_FILES = ['package.json', 'jest.config.mjs']
const LEFT_OUT = /^(\.git|\.data|\.cache)$/
const isSource = (from) => !/\/(node_modules|dist|\.data|\.cache)$/.test(from)

/** A copy of the workspace in the temporary folder that may be broken; gives its path. */
export function copyWorkspace() {
  const copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'mutants-')))
  for (const name of readdirSync(ROOT)) {
    const [from, to] = [path.join(ROOT, name), path.join(copy, name)]
    if (LEFT_OUT.test(name)) continue
    if (COPIED.includes(name)) cpSync(from, to, { recursive: true, filter: isSource })
    else if (COPIED_FILES.includes(name)) cpSync(from, to)
    else symlinkSync(from, to)
  }
  for (const name of COPIED) linkPackages(name, copy)
  return copy
}

/** The packages of a copied folder; those of the workspace itself are the copies. */
function linkPackages(name, copy) {
  const [from, to] = [ROOT, copy].map((root) => path.join(root, name, 'node_modules'))
  mkdirSync(path.join(to, '@awards'), { recursive: true })
  for (const entry of readdirSync(from)) {
    if (entry !== '@awards') symlinkSync(path.join(from, entry), path.join(to, entry))
  }
  const own = readdirSync(from).includes('@awards') ? readdirSync(path.join(from, '@awards')) : []
  for (const entry of own) {
    const place = path.relative(ROOT, realpathSync(path.join(from, '@awards', entry)))
    symlinkSync(path.join(copy, place), path.join(to, '@awards', entry))
  }
}
