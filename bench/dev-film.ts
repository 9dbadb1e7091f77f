import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { launchBrowser } from '../e2e/src/harness/browser.ts'

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type Shot = { screenshot(options: { type: 'png' }): Promise<Buffer> }

const FOLDER = resolve(import.meta.dirname, '../test-results/film')
const FRAME_WIDTH = 640

export type FilmStrip = {
  /** Keeps what a page looks like now. */
  frame(page: Shot, title: string): Promise<void>
  /** Writes the frames side by side into one picture. */
  save(browser: Browser, name: string): Promise<void>
}

export const NO_FILM: FilmStrip = {
  frame: async () => undefined,
  save: async () => undefined,
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** What was seen, in the order in which it was, two frames to a row. */
export function filmStrip(): FilmStrip {
  const frames: { title: string; png: Buffer }[] = []
  return {
    async frame(page, title) {
      frames.push({ title, png: await page.screenshot({ type: 'png' }) })
    },
    async save(browser, name) {
      const figures = frames.map(
        ({ title, png }) =>
          `<figure><figcaption>${escaped(title)}</figcaption>` +
          `<img width="${FRAME_WIDTH}" src="data:image/png;base64,${png.toString('base64')}"></figure>`,
      )
      const context = await browser.newContext({
        viewport: { width: 2 * FRAME_WIDTH + 60, height: 900 },
      })
      const page = await context.newPage()
      await page.setContent(
        '<style>body{display:grid;grid-template-columns:1fr 1fr;gap:12px;font:14px sans-serif}' +
          `figure{margin:0}img{border:1px solid #999}</style>${figures.join('')}`,
      )
      mkdirSync(FOLDER, { recursive: true })
      const file = join(FOLDER, `${name}.png`)
      writeFileSync(file, await page.screenshot({ type: 'png', fullPage: true }))
      await context.close()
      console.log(`Film strip written to ${file}`)
    },
  }
}
