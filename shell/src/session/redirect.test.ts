import { userOf } from '@awards/shared/testing'
import { destination, sameSitePath } from './redirect.ts'

test.each(['/steps', '/account?tab=awards', '/winners/7#images'])('%s is of this site', (path) =>
  expect(sameSitePath(path)).toBe(path),
)

test.each([
  null,
  '',
  'steps',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/steps\\..\\evil',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/..//evil.example',
  '/.//evil.example',
])('%p is refused', (path) => {
  proves('security 29')
  expect(sameSitePath(path)).toBeUndefined()
})

test('after signing in one goes where one wanted to', () => {
  expect(destination('/steps?id=7', userOf(0))).toBe('/steps?id=7')
})

test.each([
  ['a page of another role', '/juryreview', 0, '/account'],
  ['an entrant screen, as a juror', '/account', 2, '/subjuryreview'],
  ['the login page itself', '/login?redirect=%2Flogin', 0, '/account'],
  ['the forbidden page', '/403', 1, '/juryreview'],
  ['another site', '//evil.example', 3, '/levelJuryreview'],
  ['nothing', null, 0, '/account'],
] as const)('instead of %s one goes home', (_name, wanted, identity, home) => {
  expect(destination(wanted, userOf(identity))).toBe(home)
})
