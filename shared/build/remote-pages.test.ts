import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { REMOTES, ROUTES } from '../src/domain/index.ts'
import { declarationOf, remoteRoutes } from './release-facts.cjs'
import { FILE, remotePagesSource } from './remote-pages.cjs'

const { REMOTES: FOLDERS } = createRequire(import.meta.url)('./workspace.cjs') as {
  REMOTES: string[]
}

test('the table of pages is what the declarations of the remotes make', () => {
  // "npm run awards -- pages" writes it.
  expect(readFileSync(FILE, 'utf8')).toBe(remotePagesSource())
})

test.each(REMOTES)('every page of %s with a name stands in the table, as declared', (remote) => {
  const declared = declarationOf(remote)
    .routes.filter(({ name }) => name)
    .map(({ name: _name, ...page }) => page)
  const inTable = ROUTES.filter(({ owner }) => owner === remote)
  expect(declared).toHaveLength(inTable.length)
  for (const { owner: _owner, layout: _layout, ...page } of inTable) {
    expect(declared).toContainEqual(page)
  }
  const announced = remoteRoutes(remote).map(({ path }) => path)
  expect(announced).toEqual(expect.arrayContaining(declared.map(({ path }) => path)))
})

test.each(FOLDERS)('%s has a budget for the size of its pages', (remote) => {
  expect(declarationOf(remote).budget).toBeGreaterThan(0)
})
