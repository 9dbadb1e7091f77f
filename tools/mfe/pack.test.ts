import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isPacked } from './pack.ts'
import { KIT } from './workspace.ts'

/** What is loaded with a file; an `import()` belongs to a command that says itself where it works. */
const IMPORTED = /(?:from|import|require\() ?'(\.{1,2}\/[^']+)'/g
const SOURCE = /\.(ts|tsx|mjs|cjs)$/

/** Sources of this repository that a source imports, relative to its root. */
const importsOf = (file: string) =>
  [...readFileSync(join(KIT, file), 'utf8').matchAll(IMPORTED)]
    .map(([, name = '']) => join(dirname(file), name))
    .filter((name) => SOURCE.test(name) && existsSync(join(KIT, name)))

test('the command line of @awards/mfe loads nothing that the package has not', () => {
  const shared = globSync('shared/{src,build}/**/*.{ts,tsx,cjs}', { cwd: KIT }).filter(isPacked)
  const loaded = new Set(['tools/mfe/mfe.ts', 'tools/build.mjs', ...shared])
  for (const file of loaded) for (const name of importsOf(file)) loaded.add(name)
  expect(loaded.size).toBeGreaterThan(shared.length + 10)
  expect([...loaded].filter((file) => !isPacked(file))).toEqual([])
})
