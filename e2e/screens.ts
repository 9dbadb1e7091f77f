// Pictures of every screen for the documents, at the sizes of a desk and of a telephone.
// Usage: node tools/run.mjs screens [name …]
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  DESK,
  launchBrowser,
  openTab,
  PHONE,
  settled,
  tokenOf,
  visit,
} from './src/harness/browser.ts'
import { loadDemoData, startSite, type Site } from './src/harness/site.ts'
import { findShown, screensOf, type Screen } from './src/journey/screens.ts'

const FOLDER = resolve(import.meta.dirname, '../docs/screens')
const SIZES = [DESK, PHONE]
const MOST_BYTES = 350 * 1024
const MOST_HEIGHT = 6000
const COLOURS = [256, 128, 64, 32]

const asked = process.argv.slice(2)
const tokens = new Map<string, Promise<string>>()

/** Writes a picture with as many colours as the limit of its size lets through. */
async function write(name: string, png: Buffer) {
  const { width } = await sharp(png).metadata()
  const picture = sharp(png).extract({
    left: 0,
    top: 0,
    width,
    height: Math.min((await sharp(png).metadata()).height, MOST_HEIGHT),
  })
  for (const colours of COLOURS) {
    const small = await picture.clone().png({ palette: true, colours, effort: 9 }).toBuffer()
    if (small.length > MOST_BYTES && colours !== COLOURS.at(-1)) continue
    await writeFile(join(FOLDER, `${name}.png`), small)
    console.log(`${name}.png ${Math.round(small.length / 1024)} kB, ${colours} colours`)
    return
  }
}

async function shoot(page: Page, { name, isWhole = false }: Screen) {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await seeAll(page)
    await settled(page)
    await write(`${name}-${size.width}`, await page.screenshot({ fullPage: isWhole }))
  }
}

/** Pictures load when they come near; then back to the top, without a focus ring. */
async function seeAll(page: Page) {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo(0, top)
      await new Promise((next) => setTimeout(next, 60))
    }
    scrollTo(0, 0)
  })
}

async function visitScreen(site: Site, screen: Screen) {
  const { who, language = 'en' } = screen
  if (who && !tokens.has(who)) tokens.set(who, tokenOf(site, who))
  const context = await visit(browser, site, who && (await tokens.get(who)))
  await context.addCookies([{ name: 'language', value: language, url: site.url }])
  const { page } = await openTab(context)
  await page.goto(screen.address)
  await settled(page)
  await screen.act?.(page, site)
  await shoot(page, screen)
  await context.close()
}

const site = await startSite({ dataDir: await loadDemoData() })
const browser = await launchBrowser()
await mkdir(FOLDER, { recursive: true })
try {
  const screens = screensOf(await findShown(site))
  const wanted = screens.filter(({ name }) => asked.length === 0 || asked.includes(name))
  for (const screen of wanted) await visitScreen(site, screen)
} finally {
  await browser.close()
  await site.stop()
}
