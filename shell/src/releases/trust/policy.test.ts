import { assertIntegrity, assertTrusted } from './policy.ts'

const trusted = (address: string) => assertTrusted(address, 'mf-jury', '1.5.0').href

test('files of the release are trusted at both places, also when asked for again', () => {
  expect(trusted('/mfe/mf-jury/1.5.0/remoteEntry.js')).toBe(
    'http://localhost/mfe/mf-jury/1.5.0/remoteEntry.js',
  )
  expect(trusted('/mfe-b/mf-jury/1.5.0/mf-manifest.json')).toContain('/mfe-b/mf-jury/')
  expect(trusted('/mfe/mf-jury/1.5.0/remoteEntry.js?retry=2')).toContain('retry=2')
})

test.each([
  'https://evil.test/mfe/mf-jury/1.5.0/remoteEntry.js',
  '//evil.test/mfe/mf-jury/1.5.0/remoteEntry.js',
  '\\\\evil.test/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http:\\\\evil.test/mfe/mf-jury/1.5.0/remoteEntry.js',
  'https://localhost/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http://localhost.evil.test/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http://localhost:p@evil.test/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http://localhost@evil.test/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http://evil.test/http://localhost/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http://evil.test/10.0.0.1/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http://evil.test?http://localhost/mfe/mf-jury/1.5.0/',
  'http://user@localhost/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http://:p@localhost/mfe/mf-jury/1.5.0/remoteEntry.js',
  'http://localhost:8080/mfe/mf-jury/1.5.0/remoteEntry.js',
  '/mfe/mf-jury/1.5.0/../1.4.0/remoteEntry.js',
  '/mfe/mf-jury/1.5.0/%2e%2e/1.4.0/remoteEntry.js',
  '/mfe/mf-jury/1.5.0/..\\1.4.0/remoteEntry.js',
  '/mfe/mf-jury/1.5.0/..%2f1.4.0/remoteEntry.js',
  '/mfe/mf-jury/1.5.0/..%5c1.4.0/remoteEntry.js',
  '/mfe-c/mf-jury/1.5.0/remoteEntry.js',
  '/assets/mfe/mf-jury/1.5.0/remoteEntry.js',
  '/mfe/mf-jury/1.5.01/remoteEntry.js',
  '/mfe/mf-jury/1.5.0',
  '/mfe/MF-JURY/1.5.0/remoteEntry.js',
  '/mfe/mf-payment/1.5.0/remoteEntry.js',
  '/mfe/mf-jury/1.5.0/remoteEntry.js?callback=alert',
  '/mfe/mf-jury/1.5.0/remoteEntry.js?retry=1&callback=alert',
  '/mfe/mf-jury/1.5.0/remoteEntry.js?retry=x',
  '/mfe/mf-jury/1.5.0/remoteEntry.js#fragment',
  'javascript:alert(1)',
  'data:text/javascript,alert(1)',
  'blob:http://localhost/mfe/mf-jury/1.5.0/',
  'file:///mfe/mf-jury/1.5.0/remoteEntry.js',
])('%s is refused', (address) => {
  expect(() => trusted(address)).toThrow('is not a file of mf-jury 1.5.0')
})

test('a digest has to be one', () => {
  proves('security 28')
  const good = `sha384-${'A'.repeat(64)}`
  expect(assertIntegrity(good, 'x')).toBe(good)
  for (const bad of [undefined, '', 'sha256-initial', 'e0d123e5f', `${good} unsafe`]) {
    expect(() => assertIntegrity(bad, 'remoteEntry.js')).toThrow('no valid integrity')
  }
})
