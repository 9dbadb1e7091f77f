import { retryScriptsBelow } from '../loader/refetch.ts'
import { scriptAddress } from './trusted-types.ts'

test('scripts of the builds may be loaded', () => {
  expect(scriptAddress('/assets/js/main.js')).toBe('http://localhost/assets/js/main.js')
  expect(scriptAddress('/mfe/mf-jury/1.0.0/js/a.js')).toContain('/mfe/mf-jury/')
  expect(scriptAddress('http://localhost/mfe-b/mf-jury/1.0.0/js/a.js')).toContain('/mfe-b/')
})

test.each([
  '/files/upload.js',
  '/api/x.js',
  '/mfe/../files/upload.js',
  '/assets/%2e%2e/files/upload.js',
  '/assets/..%2ffiles/upload.js',
  '/mfe/%2e%2e%5cfiles/upload.js',
  '/assets/..\\files/upload.js',
  '//evil.test/assets/a.js',
  'https://localhost.evil.test/assets/a.js',
  'http://localhost:1/assets/a.js',
  'http://a@localhost/assets/a.js',
  'data:text/javascript,1',
  'blob:http://localhost/assets/',
  'javascript:1',
  'http://',
])('%s is refused', (address) => {
  expect(scriptAddress(address)).toBeNull()
})

test('scripts of a release that hangs get another address', () => {
  retryScriptsBelow('/mfe/mf-jury/1.0.0/', 2)
  expect(scriptAddress('/mfe/mf-jury/1.0.0/js/a.js')).toMatch(/a\.js\?retry=2$/)
  expect(scriptAddress('/mfe/mf-jury/1.0.0/js/a.js?retry=1')).toMatch(/\?retry=1$/)
  expect(scriptAddress('/mfe/mf-jury/1.0.01/js/a.js')).toMatch(/a\.js$/)
})
