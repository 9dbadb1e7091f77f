import { scaffold } from './create.ts'

const route = { path: '/archive/:year', title: 'Archive', wrappers: [] }

test('a new remote has its page under its own name, and texts in three languages', () => {
  const files = scaffold('mf-gallery', route)
  expect(Object.keys(files).sort()).toEqual([
    'package.json',
    'remote.json',
    'src/archive/archive.module.css',
    'src/archive/archive.page.tsx',
    'src/archive/archive.test.tsx',
    'src/archive/work-tile.module.css',
    'src/archive/work-tile.tsx',
    'src/locales/en.json',
    'src/locales/fr.json',
    'src/locales/zh.json',
    'src/routes.tsx',
    'webpack.config.cjs',
  ])
  expect(JSON.parse(files['remote.json'] ?? '')).toEqual({
    budget: 100,
    routes: [{ ...route, titles: { en: 'Archive', fr: 'Archive', zh: 'Archive' } }],
  })
  expect(files['src/routes.tsx']).toContain("path: 'archive/:year'")
  expect(files['src/archive/archive.page.tsx']).toContain('useApiQuery(publication.winnerList, {')
  expect(files['src/archive/archive.test.tsx']).toContain("renderRoutes(routes, '/archive/1')")
  expect(Object.values(files).join('')).not.toMatch(/\{\{\w+\}\}/)
})
