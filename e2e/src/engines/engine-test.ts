import { test as base, type Browser, type BrowserType, type Locator } from '@playwright/test'
import { launchWebKit } from './webkit.ts'

type OfWorker = { engine: Browser }

/** A test in another engine than Chromium: the project says which. */
export const test = base.extend<object, OfWorker>({
  engine: [
    async ({ playwright }, use, { project }) => {
      const engine = await (project.name === 'webkit'
        ? launchWebKit()
        : launchFirefox(playwright.firefox))
      await use(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Debian's Firefox, by WebDriver BiDi. Playwright 1.65 sends a command that this release does not know. */
async function launchFirefox(firefox: BrowserType): Promise<Browser> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: '/usr/bin/firefox-esr',
  })
  const page = await browser.newPage()
  fillByKeys(Object.getPrototypeOf(page.locator('body')))
  await page.close()
  return browser
}

const TEXT =
  'textarea, input:is(:not([type]), [type=text], [type=email], [type=password], [type=search])'

/** By BiDi, Playwright's `fill` sets the value in a way that React's inputs do not notice; keys they do. */
function fillByKeys(locator: Locator) {
  const { fill } = locator
  locator.fill = async function (this: Locator, text) {
    const isText = await this.evaluate((element, css) => element.matches(css), TEXT)
    if (!isText) return fill.call(this, text)
    await this.click()
    await this.press('ControlOrMeta+A')
    await this.press('Delete')
    // The limit is for the whole text, and a description has 400 keys: a busy machine took 45 s. The test has its own.
    await this.pressSequentially(text, { timeout: 0 })
  }
}
