import { addressIn, isPublicPage, readAddress } from './addresses.ts'

test.each([
  ['/winners', { language: undefined, path: '/winners' }],
  ['/fr/winners', { language: 'fr', path: '/winners' }],
  ['/zh/winners/7201', { language: 'zh', path: '/winners/7201' }],
  ['/en/home', { language: 'en', path: '/home' }],
  ['/fr/account', { language: undefined, path: '/fr/account' }],
  ['/fr', { language: undefined, path: '/fr' }],
  ['/french/winners', { language: undefined, path: '/french/winners' }],
])('%s is read as it was written', (pathname, address) => {
  expect(readAddress(pathname)).toEqual(address)
})

test('an address in the first language has no prefix, nor has a page that is not public', () => {
  expect(addressIn('en', '/winners?page=2')).toBe('/winners?page=2')
  expect(addressIn('fr', '/winners?page=2#top')).toBe('/fr/winners?page=2#top')
  expect(addressIn('zh', '/account')).toBe('/account')
  expect(addressIn('fr', '/login?redirect=/winners')).toBe('/login?redirect=/winners')
})

test('the pages that anybody may read are those of the table', () => {
  expect(['/home', '/jury/helene', '/verify/C-1'].map(isPublicPage)).toEqual([true, true, true])
  expect(['/', '/jury/a/b', '/steps', '/winners2'].map(isPublicPage)).toEqual(Array(4).fill(false))
})
