import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { LANGUAGES } from '@awards/shared/domain'
import { LANGUAGE_TAGS } from '@awards/shared/i18n'
import { launchBrowser } from './src/harness/browser.ts'
import { loadDemoData, startSite } from './src/harness/site.ts'
import { LOOKS, SHIFT_LIMIT, visitorOf } from './src/public/inspect.ts'
import { addressesOf } from './src/public/sitemap.ts'

// Looks at every page of the sitemap in every language and look, and says what is wrong with it:
// node e2e/crawl.ts [part of an address] [--pictures folder], which keeps a picture of each.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pictures: { type: 'string' } },
})
const [part = ''] = positionals
const pictures = values.pictures && resolve(values.pictures)
if (pictures) mkdirSync(pictures, { recursive: true })

const site = await startSite({ dataDir: await loadDemoData() })
const browser = await launchBrowser()
let [seen, faulty] = [0, 0]
try {
  const pages = (await addressesOf(site.url)).filter(({ en }) => en.includes(part))
  for (const language of LANGUAGES) {
    for (const look of LOOKS) {
      const visitor = await visitorOf(browser, site.url, { language, look, pictures })
      const waiting = [...pages]
      const one = async () => {
        for (let page = waiting.shift(); page; page = waiting.shift()) {
          const { shift, status, language: tag, ...found } = await visitor.inspect(page[language])
          const faults = [...found.errors, ...found.violations, ...found.accessibility]
          if (status !== 200) faults.push(`status ${status}`)
          if (tag !== LANGUAGE_TAGS[language]) faults.push(`lang ${tag}`)
          if (shift > SHIFT_LIMIT) faults.push(`shift ${shift.toFixed(4)}`)
          seen += 1
          if (faults.length > 0) faulty += 1
          for (const fault of faults) console.log(`${page[language]} ${look.name}: ${fault}`)
        }
      }
      await Promise.all([one(), one()])
      await visitor.close()
    }
  }
  if (seen === 0) throw new Error(`No page of the sitemap has "${part}" in its address`)
  console.log(`${seen} pages looked at, ${faulty} with faults`)
  if (pictures) console.log(`Pictures in ${pictures}`)
} finally {
  await browser.close()
  await site.stop()
}
process.exitCode = faulty > 0 ? 1 : 0
