import type { Language } from '@awards/shared/domain'
import {
  addressOf,
  addressWindow,
  choiceAddress,
  languageBefore,
  languageOf,
  localiseLinks,
  pathOf,
} from './addresses.ts'

/** Tells the site where it stands, before anything asks. */
function standAt(base_path: string) {
  document.body.innerHTML = ''
  const element = document.createElement('script')
  element.id = 'site-configuration'
  element.type = 'application/json'
  element.textContent = JSON.stringify({ base_path })
  document.body.append(element)
}
standAt('/award/')

let language: Language = 'en'
const routed = addressWindow(() => language)
const open = (address: string) => window.history.replaceState(null, '', address)
const shown = () => window.location.pathname + window.location.search + window.location.hash

beforeEach(() => {
  language = 'en'
})

test.each([
  ['/award/fr/winners', '?page=2', '/winners?page=2', 'fr'],
  ['/award/winners', '', '/winners', 'en'],
  ['/award/en/winners', '', '/winners', 'en'],
  ['/award/zh/winners/17', '', '/winners/17', 'zh'],
  ['/award/account', '?tab=awards', '/account?tab=awards', undefined],
  ['/award/fr/account', '', '/fr/account', undefined],
  ['/award/fr/nothing', '', '/fr/nothing', undefined],
  ['/awards-of-others/winners', '', '/awards-of-others/winners', undefined],
  ['/award', '', '/', undefined],
])('%s%s is the path %s in %s', (pathname, search, path, expected) => {
  expect(pathOf({ pathname, search })).toBe(path)
  expect(languageOf(pathname)).toBe(expected)
})

test.each([
  ['http://localhost/award/fr/winners?page=2', 'fr'],
  ['http://localhost/award/winners', 'en'],
  ['http://localhost/award/login', undefined],
  ['https://elsewhere.example/award/fr/winners', undefined],
  ['', undefined],
])('E6: a link on %p leads to a page in %p', (referrer, expected) => {
  expect(languageBefore({ referrer } as Document)).toBe(expected)
})

test('a path stands below the base path and, where the page is public, below its language', () => {
  expect(addressOf('en', '/winners')).toBe('/award/winners')
  expect(addressOf('fr', '/winners?page=2#top')).toBe('/award/fr/winners?page=2#top')
  expect(addressOf('zh', '/account')).toBe('/award/account')
})

test('the address that chooses English names it, for the server to keep', () => {
  expect(choiceAddress('en', '/winners?page=2')).toBe('/award/en/winners?page=2')
  expect(choiceAddress('fr', '/winners?page=2')).toBe('/award/fr/winners?page=2')
  expect(pathOf({ pathname: '/award/en/winners', search: '?page=2' })).toBe('/winners?page=2')
})

test('the window for the router has no language in its location', () => {
  open('/award/fr/winners?page=2#top')
  const { pathname, search, hash, href } = routed.location
  expect({ pathname, search, hash }).toEqual({
    pathname: '/award/winners',
    search: '?page=2',
    hash: '#top',
  })
  expect(href).toBe('http://localhost/award/winners?page=2#top')
})

test.each(['pushState', 'replaceState'] as const)('%s writes the language on screen', (write) => {
  language = 'fr'
  routed.history[write]({ key: 'a' }, '', '/award/news/first?x=1#y')
  expect(shown()).toBe('/award/fr/news/first?x=1#y')
  expect(routed.location.pathname).toBe('/award/news/first')
  expect(routed.history.state).toEqual({ key: 'a' })
  routed.history[write](null, '', '/award/account')
  expect(shown()).toBe('/award/account')
})

test('a state can be replaced without an address, as the router does at its start', () => {
  open('/award/zh/jury')
  routed.history.replaceState({ idx: 0 }, '')
  expect(shown()).toBe('/award/zh/jury')
})

test('what is no path of this site is left as it is', () => {
  const links = localiseLinks({ createHref: (_: URL) => '//elsewhere.test/winners' }, () => 'fr')
  expect(links.createHref(new URL('http://localhost/'))).toBe('//elsewhere.test/winners')
})

test('going back tells the router where it is, without the language', async () => {
  language = 'fr'
  open('/award/fr/winners')
  routed.history.pushState(null, '', '/award/jury')
  const arrived = new Promise<string>((resolve) => {
    const listen = () => {
      routed.removeEventListener('popstate', listen)
      resolve(routed.location.pathname)
    }
    routed.addEventListener('popstate', listen)
  })
  routed.history.go(-1)
  expect(await arrived).toBe('/award/winners')
  expect(shown()).toBe('/award/fr/winners')
})

test('links lead to the addresses of the language on screen', () => {
  const router = {
    createHref: ({ pathname, search = '' }: { pathname: string; search?: string }) =>
      pathname + search,
  }
  const links = localiseLinks(router, () => language)
  const href = (path: string) => links.createHref(new URL(path, 'http://localhost'))
  expect(href('/award/winners?page=2')).toBe('/award/winners?page=2')
  language = 'zh'
  expect(href('/award/winners?page=2')).toBe('/award/zh/winners?page=2')
  expect(href('/award/fr/winners')).toBe('/award/zh/winners')
  expect(href('/award/login')).toBe('/award/login')
})
