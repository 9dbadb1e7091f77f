import { ROUTES } from '@awards/shared/domain'
import { partOf, SIMULATOR_PAGES } from './front.ts'

test.each([
  ['/assets/js/main.js', { part: 'shell' }],
  ['/assets/socket', { part: 'shell' }],
  ['/mfe/mf-jury/0.0.0-local/js/desk.js', { part: 'remote', name: 'mf-jury', file: 'js/desk.js' }],
  [
    '/mfe-b/mf-jury/0.0.0-local/remoteEntry.js',
    { part: 'remote', name: 'mf-jury', file: 'remoteEntry.js' },
  ],
  ['/mfe/mf-jury/1.0.0/remoteEntry.js', { part: 'api' }],
  ['/mailbox', { part: 'simulators' }],
  ['/card/pay/1', { part: 'simulators' }],
  ['/cards', { part: 'api' }],
  ['/assets', { part: 'api' }],
  ['/home', { part: 'api' }],
  ['/api/user/login', { part: 'api' }],
  ['/pictures/1/a.jpg', { part: 'api' }],
  ['/', { part: 'api' }],
])('%s is answered by %j', (path, part) => expect(partOf(path)).toEqual(part))

test('no page of the site has the address of a simulator, or of a build', () => {
  const taken = ROUTES.filter(({ path }) => partOf(path).part !== 'api')
  expect(taken.map(({ path }) => path)).toEqual([])
  expect(SIMULATOR_PAGES.map((page) => partOf(`/${page}`).part)).toEqual(
    SIMULATOR_PAGES.map(() => 'simulators'),
  )
})
