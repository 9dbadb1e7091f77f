import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { designedParts, routeScreens } from './route-assets-plugin.cjs'

test('each path is found with the module it loads, whatever the helper around the import', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'routes-')), 'routes.tsx')
  writeFileSync(
    file,
    `void registerNamespace('x', (language) => import(\`./locales/\${language}.json\`))
     export const routes = [
       { path: 'winners', lazy: () => import('./list.page.tsx') },
       { path: 'steps', shouldRevalidate: () => false, lazy: page(() => import('./steps.page.tsx')),
         children: [{ path: ':step', lazy: () => import('./step.page.tsx') }] },
     ]`,
  )
  expect(routeScreens(file)).toEqual([
    { path: 'winners', request: './list.page.tsx' },
    { path: 'steps', request: './steps.page.tsx' },
    { path: 'steps/:step', request: './step.page.tsx' },
  ])
})

test('a page of pageRoutes has the path of its declaration', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'routes-')), 'routes.tsx')
  writeFileSync(
    file,
    `export const routes = pageRoutes(PAGES, {
       winner: () => import('./winner.page.tsx'),
       steps: { shouldRevalidate: () => false, lazy: () => import('./steps.page.tsx') },
     })`,
  )
  expect(routeScreens(file)).toEqual([
    { path: 'winners/:apply_order_id', request: './winner.page.tsx' },
    { path: 'steps', request: './steps.page.tsx' },
  ])
})

test('what a page loads with designedPart is found, other imports are not', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'parts-')), 'account.page.tsx')
  writeFileSync(
    file,
    `const Profile = designedPart(() => import('./profile.tsx').then((m) => m.Profile))
     const Invoices = lazy(() => import('./invoices.tsx').then((m) => ({ default: m.Invoices })))
     export const Studio = designedPart<Props>(() => import('./studio.tsx').then((m) => m.Studio))`,
  )
  expect(designedParts(file)).toEqual(['./profile.tsx', './studio.tsx'])
})
