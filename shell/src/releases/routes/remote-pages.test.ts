import { DISCOVERY_SCHEMA, parseDiscovery, type RemoteRoute } from '@awards/shared/releases'
import { extraPages, groupRemoteRoutes, remotePages } from './remote-pages.ts'

const document = (name: string, routes: RemoteRoute[]) =>
  parseDiscovery({
    schema: DISCOVERY_SCHEMA,
    microFrontends: {
      [name]: [
        {
          url: `/mfe/${name}/1.0.0/mf-manifest.json`,
          metadata: { version: '1.0.0', integrity: `sha384-${'A'.repeat(64)}` },
          deployment: { traffic: 100, default: true },
          extras: {
            modulefederation: {
              name: 'x',
              exposes: ['./routes'],
              routes,
              kind: 'primary',
              contract: '^1.0.0',
              timeoutMs: 8e3,
              prefetch: [],
              withdrawn: [],
            },
          },
        },
      ],
    },
  })

test('a remote that the table does not know brings its pages', () => {
  const routes: RemoteRoute[] = [{ path: '/gallery/:id', title: 'Gallery', wrappers: ['auth'] }]
  expect(extraPages(document('mf-gallery', routes))).toEqual([
    { ...routes[0], remote: 'mf-gallery' },
  ])
})

test.each(['/jury/:id', '/JURY/:juror', '/login', '/403'])('%s stays where it is', (path) => {
  const route: RemoteRoute = { path, title: 'x', wrappers: [] }
  expect(extraPages(document('mf-other', [route]))).toEqual([])
})

test('without discovery there are the pages of the table', () => {
  const pages = remotePages(undefined)
  expect(pages.some(({ path }) => path === '/juryreview')).toBe(true)
  expect(pages.some(({ path }) => path === '/login')).toBe(false)
})

test('a page asks for a right, is a desk and names itself for the menu; what a newer shell reads is left alone', () => {
  const menu = { en: 'Desk', fr: 'Bureau', zh: '工作台' }
  const route = { path: '/desk', title: 'Desk', wrappers: ['auth' as const], rights: ['admit'] }
  const given = { ...route, frame: 'desk' as const, menu, sitemap: false }
  expect(extraPages(document('mf-desk', [given]))).toEqual([{ ...given, remote: 'mf-desk' }])
  const wrong = { ...route, rights: ['Admit everything'] }
  expect(() => document('mf-desk', [wrong])).toThrow('is not a right')
})

test('pages of one remote with other rights are guarded apart', () => {
  const page = (path: string, rights?: string[]) => ({ path, title: 'x', wrappers: [], rights })
  const pages = [page('/a', ['admit']), page('/b'), page('/c', ['admit'])]
  const mounts = groupRemoteRoutes(extraPages(document('mf-desk', pages)), () => undefined)
  expect(mounts.map(({ paths }) => paths)).toEqual([['/a', '/c'], ['/b']])
})
