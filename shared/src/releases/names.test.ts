import { containerGlobal, isIntegrity, isVersion, releaseFolder, releaseOfPath } from './names.ts'

test.each(['1.0.0', '0.0.1', '1.5.0-pr88.3', '10.20.30-1a2b3c4d5e'])('%s is a version', (text) => {
  expect(isVersion(text)).toBe(true)
})

test.each([
  '1.0',
  '1.0.0+build',
  '01.0.0',
  'v1.0.0',
  '1.0.0-',
  '1.0.0-A',
  '1.0.0/..',
  ' 1.0.0',
  '',
])('%s is none', (text) => {
  expect(isVersion(text)).toBe(false)
})

test('what would switch the check of integrity off is not taken for one (T12)', () => {
  expect(isIntegrity(`sha384-${'a'.repeat(64)}`)).toBe(true)
  for (const text of ['', 'sha256-initial', 'e0d123e5', `md5-${'a'.repeat(64)}`, 'sha384-']) {
    expect(isIntegrity(text)).toBe(false)
  }
})

test('a stack frame tells of which release it is', () => {
  const frame = 'at x (https://site.example/mfe-b/mf-jury/1.5.0-pr88.3/js/12.ab.js:1:2)'
  expect(releaseOfPath(frame)).toEqual({ name: 'mf-jury', version: '1.5.0-pr88.3' })
  expect(releaseOfPath('https://site.example/assets/js/main.js')).toBeUndefined()
})

test('two releases of a remote have two global names and two folders', () => {
  expect(containerGlobal('mf-jury', '1.0.0')).not.toBe(containerGlobal('mf-jury', '1.0.1'))
  expect(releaseFolder('mf-jury', '1.0.0', '/mfe-b')).toBe('/mfe-b/mf-jury/1.0.0/')
})
