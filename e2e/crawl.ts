import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { LANGUAGES } from '@awards/shared/domain'
import { launchBrowser } from './src/harness/browser.ts'
import { loadDemoData, startSite } from './src/harness/site.ts'
import { LOOKS, SHIFT_LIMIT, visitorOf } from './src/public/inspect.ts'
import { addressesOf } from './src/public/sitemap.ts'

// Looks at every page of the sitemap in every language and look, says what is wrong with it, and keeps a
// picture of each: node e2e/crawl.ts <folder> [part of an address]
const [folder = 'crawl-pictures', part = ''] = process.argv.slice(2)
const pictures = resolve(folder)
mkdirSync(pictures, { recursive: true })

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
          const { shift, status, ...found } = await visitor.inspect(page[language])
          const faults = [...found.errors, ...found.violations, ...found.accessibility]
          if (status !== 200) faults.push(`status ${status}`)
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
  console.log(`${seen} pages looked at, ${faulty} with faults; pictures in ${pictures}`)
} finally {
  await browser.close()
  await site.stop()
}
process.exitCode = faulty > 0 ? 1 : 0
