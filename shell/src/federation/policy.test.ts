import { assertIntegrity, assertTrusted } from './policy.ts'

const trusted = (address: string) => assertTrusted(address, 'mf-jury', '1.5.0').href

test('files of the release are trusted, also when asked for again', () => {
  expect(trusted('/mfe/mf-jury/1.5.0/remoteEntry.js')).toBe(
    'http://localhost/mfe/mf-jury/1.5.0/remoteEntry.js',
  )
  expect(trusted('/mfe/mf-jury/1.5.0/remoteEntry.js?retry=2')).toContain('retry=2')
})

test.each([
  'https://evil.test/mfe/mf-jury/1.5.0/remoteEntry.js',
  '//evil.test/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http://localhost.evil.test/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http://localhost:p@evil.test/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http://user@localhost/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http://localhost:8080/mfe/mf-jury/1.5.0/remoteEntry.js',
  '/mfe/mf-jury/1.5.0/../1.4.0/remoteEntry.js',
  '/mfe/mf-jury/1.5.0/%2e%2e/1.4.0/remoteEntry.js',
  '/mfe/mf-jury/1.5.01/remoteEntry.js',
  '/mfe/mf-payment/1.5.0/remoteEntry.js',
  '/mfe/mf-jury/1.5.0/remoteEntry.js?callback=alert',
  'javascript:alert(1)',
  'data:text/javascript,alert(1)',
])('%s is refused', (address) => {
  expect(() => trusted(address)).toThrow('is not a file of mf-jury 1.5.0')
})

test('a digest has to be one', () => {
  const good = `sha384-${'A'.repeat(64)}`
  expect(assertIntegrity(good, 'x')).toBe(good)
  for (const bad of [undefined, '', 'sha256-initial', 'e0d123e5f', `${good} unsafe`]) {
    expect(() => assertIntegrity(bad, 'remoteEntry.js')).toThrow('no valid integrity')
  }
})
