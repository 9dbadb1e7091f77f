import { LANGUAGES, type Language } from '@awards/shared/domain'
import { LANGUAGE_TAGS } from '@awards/shared/i18n'
import type { Browser } from '@playwright/test'
import type { Site } from '../harness/site.ts'
import { LOOKS, SHIFT_LIMIT, visitorOf, type Inspection, type Look } from './inspect.ts'
import { addressesOf, type PageAddresses } from './sitemap.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test, useDesk } from '../harness/test.ts'

const AT_ONCE = 2

let site: Site
let browser: Browser
let pages: PageAddresses[]

useDesk(async (desk) => {
  ;({ site, browser } = desk)
  pages = await addressesOf(site.url)
})

/** What is wrong with a page, in words; nothing where all is well. */
function faultsOf(address: string, language: Language, found: Inspection): string[] {
  const { status, errors, violations, accessibility, shift } = found
  return [
    ...(status === 200 ? [] : [`status ${status}`]),
    ...(found.language === LANGUAGE_TAGS[language] ? [] : [`lang ${found.language}`]),
    ...(shift <= SHIFT_LIMIT ? [] : [`shift ${shift.toFixed(4)}`]),
    ...errors,
    ...violations,
    ...accessibility,
  ].map((fault) => `${address}: ${fault}`)
}

async function crawl(language: Language, look: Look, addresses: readonly string[]) {
  const visitor = await visitorOf(browser, site.url, { language, look })
  const waiting = [...addresses]
  const faults: string[] = []
  const one = async () => {
    for (let address = waiting.shift(); address; address = waiting.shift()) {
      faults.push(...faultsOf(address, language, await visitor.inspect(address)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  await visitor.close()
  return faults
}

test('the sitemap names the pages of the site', () => {
  const paths = pages.map(({ en }) => en)
  expect(paths).toEqual(expect.arrayContaining(['/home', '/winners', '/fees', '/faq', '/contact']))
  expect(paths.filter((path) => /^\/winners\/\d+$/.test(path)).length).toBeGreaterThan(10)
  expect(paths.filter((path) => path.startsWith('/verify'))).toEqual(['/verify'])
})

// Every page in every language; the four looks take turns, so that a page is seen in three of them and
// each kind of page in all. `npm run test:full -- --only crawl` looks at all twelve combinations.
for (const language of LANGUAGES) {
  test.describe(`every page of the sitemap in ${language}`, () => {
    for (const look of LOOKS) {
      test(`${look.name}: no fault, no error, nothing moves`, fullOnly, async () => {
        const turn = LANGUAGES.indexOf(language) + LOOKS.indexOf(look)
        const mine = pages.filter((_page, index) => (index + turn) % LOOKS.length === 0)
        const faults = await crawl(
          language,
          look,
          mine.map((page) => page[language]),
        )
        expect(faults).toEqual([])
      })
    }
  })
}
