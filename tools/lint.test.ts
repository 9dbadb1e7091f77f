import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const OXLINT = join(ROOT, 'node_modules/oxlint/bin/oxlint')

const checkout = mkdtempSync(join(tmpdir(), 'awards-lint-'))
cpSync(join(ROOT, '.oxlintrc.json'), join(checkout, '.oxlintrc.json'))
cpSync(join(ROOT, 'tools/lint'), join(checkout, 'tools/lint'), { recursive: true })
afterAll(() => rmSync(checkout, { recursive: true }))

/** What the lint says about one line in a folder of a checkout that has nothing else. */
function lintOf(folder: string, name: string, line: string): string {
  const file = join(checkout, folder, name)
  mkdirSync(join(checkout, folder), { recursive: true })
  writeFileSync(file, `${line}\n`)
  const { stdout, status } = spawnSync(process.execPath, [OXLINT, file], { cwd: checkout })
  rmSync(file)
  return status === 0 ? 'clean' : stdout.toString()
}

// A green boundary check must be seen to fail: each rule refuses an import that breaks it.
test.each([
  ['mf-jury/src', 'x.ts', "export { x } from '@awards/mf-entrant/x'", 'islands'],
  ['shell/src', 'x.ts', "export { x } from '../../mf-jury/src/x.ts'", 'islands'],
  ['mf-public/src', 'x.ts', "export { x } from '@awards/api/x'", 'through @awards/shared/contract'],
  ['api/src/http', 'x.ts', "export { x } from '@awards/shared/ui'", 'Browser code'],
  ['api/src/http', 'x.ts', "export { x } from '@awards/simulators'", 'Only api/src/demo'],
  ['api/src/modules/accounts', 'x.service.ts', "export { sql } from 'kysely'", 'repository'],
  [
    'api/src/modules/jury',
    'x.service.ts',
    "export const x = (db: any) => db.selectFrom('users')",
    'Queries live in *.repository.ts',
  ],
  [
    'platform/src/site',
    'x.ts',
    'export const x = sql`select 1`',
    'Queries live in *.repository.ts',
  ],
  [
    'api/src/modules/jury',
    'x.ts',
    "export { x } from '../privacy/export.repository.ts'",
    'takes another',
  ],
  [
    'api/src/lib',
    'x.ts',
    "export { x } from '../modules/jury/x.ts'",
    'Infrastructure knows no module',
  ],
  [
    'platform/src/site',
    'x.ts',
    "export { x } from '../../../api/src/modules/jury/x.ts'",
    'The platform stands without',
  ],
  ['api/src/modules/jury', 'x.ts', "export { x } from '../../ops/x.ts'", 'Operations are programs'],
  ['shared/src/domain', 'x.ts', "export { x } from '../contract/index.ts'", 'domain runs on both'],
  [
    'shared/src/contract',
    'x.ts',
    "export { x } from '../client/index.ts'",
    'contract runs on both',
  ],
  ['shared/src/client', 'x.ts', "export { x } from '../ui/index.ts'", 'does not know the screens'],
  ['mf-jury/src', 'x.ts', 'export default 1', 'no-default-export'],
  ['mf-jury/src', 'x.ts', 'export const x = (value: any) => value', 'no-explicit-any'],
  ['mf-jury/src', 'x.ts', '// one line\n'.repeat(401), 'max-lines'],
])('in %s, %s is refused: %s', (folder, name, line, words) => {
  expect(lintOf(folder, name, line)).toContain(words)
})

test.each([
  ['api/src/modules/jury', 'x.repository.ts', 'export const x = sql`select 1`'],
  ['api/src/modules/jury', 'x.ts', "export { x } from '../audit/audit.repository.ts'"],
  ['api/src/start', 'x.ts', "export { x } from '../modules/jury/jury.routes.ts'"],
])('in %s, %s may say %s', (folder, name, line) => {
  expect(lintOf(folder, name, line)).toBe('clean')
})

test('an import that keeps to the rules is clean', () => {
  const line = "export { paths } from '@awards/shared/paths'"
  expect(lintOf('mf-jury/src', 'x.ts', line)).toBe('clean')
})
