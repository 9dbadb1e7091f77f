import { setTimeout as delay } from 'node:timers/promises'
import { By, error, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import sharp from 'sharp'
import { findElements, QUERIES, wordsOf, type Step } from './element-query.ts'

const LONGEST_WAIT_MS = 60_000
const LOOK_AGAIN_MS = 100

type Text = string | RegExp
type Exactness = { exact?: boolean }

/** Repeats what a page that is still moving refuses, for a while; then the last refusal counts. */
async function patiently<T>(work: () => Promise<T>, limit = LONGEST_WAIT_MS): Promise<T> {
  const end = Date.now() + limit
  for (;;) {
    try {
      return await work()
    } catch (problem) {
      const isOver = problem instanceof error.NoSuchSessionError || Date.now() > end
      if (isOver) throw problem
      await delay(LOOK_AGAIN_MS)
    }
  }
}

/** Values that no key types: what a person drags or picks is set as the browser sets it. */
function setValue(element: HTMLInputElement, value: string) {
  const prototype = Object.getPrototypeOf(element) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value)
  for (const name of ['input', 'change']) element.dispatchEvent(new Event(name, { bubbles: true }))
}

type Box = { left: number; top: number; width: number; height: number }

/** Runs in the page: brings an element into view, and says where it then is, in whole pixels. */
function boxInView(element: Element): Box {
  element.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = element.getBoundingClientRect()
  return {
    left: Math.round(left),
    top: Math.round(top),
    width: Math.round(width),
    height: Math.round(height),
  }
}

const hasBox = (element: Element) =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'

/** The part of Playwright's `Locator` that the journey uses, over W3C WebDriver. */
class WebDriverLocator {
  readonly #driver: WebDriver
  readonly #steps: readonly Step[]

  constructor(driver: WebDriver, steps: readonly Step[] = []) {
    this.#driver = driver
    this.#steps = steps
  }

  #with = (step: Step) => new WebDriverLocator(this.#driver, [...this.#steps, step])

  locator = (css: string) => this.#with({ by: 'css', css })
  getByRole = (role: string, { name, exact }: { name?: Text } & Exactness = {}) =>
    this.#with({
      by: 'role',
      role,
      ...(name === undefined ? {} : { name: wordsOf(name, exact ? { exact } : {}) }),
    })
  getByLabel = (text: Text, options: Exactness = {}) =>
    this.#with({ by: 'label', words: wordsOf(text, options) })
  getByText = (text: Text, options: Exactness = {}) =>
    this.#with({ by: 'text', words: wordsOf(text, options) })
  filter = ({ hasText }: { hasText: Text }) => this.#with({ by: 'has', words: wordsOf(hasText) })
  or = (other: WebDriverLocator) => this.#with({ by: 'or', steps: other.#steps })
  nth = (index: number) => this.#with({ by: 'nth', index })
  first = () => this.nth(0)
  last = () => this.nth(-1)

  async #find(): Promise<WebElement[]> {
    await this.#driver.executeScript(`window.TestingLibraryDom || (() => { ${QUERIES} })()`)
    return this.#driver.executeScript(`return (${findElements})(arguments[0])`, this.#steps)
  }

  /** Gives the first element to `work`, once it is there and lets it. */
  #act<T>(work: (element: WebElement) => Promise<T>, limit?: number): Promise<T> {
    return patiently(async () => {
      const [element] = await this.#find()
      if (!element) throw new Error(`Nothing is found by ${JSON.stringify(this.#steps)}`)
      return work(element)
    }, limit)
  }

  /** The same with the element in the middle of the window, where no bar that stays in place covers it. */
  #reach<T>(work: (element: WebElement) => Promise<T>): Promise<T> {
    return this.#act(async (element) => {
      await this.#driver.executeScript(`return (${boxInView})(arguments[0])`, element)
      return work(element)
    })
  }

  count = async () => (await this.#find()).length
  /** As Playwright says it: what has a box is visible, also at opacity 0, where a styled control keeps its input. */
  isVisible = async () => {
    const [element] = await this.#find()
    return element ? this.#driver.executeScript<boolean>(hasBox, element) : false
  }
  innerText = () => this.#act((element) => element.getText())
  inputValue = () => this.#act((element) => element.getProperty('value').then(String))
  /** A part of the window: WebKitGTK's picture of one element leaves black what a scroll has just brought in. */
  screenshot = () =>
    this.#act(async (element) => {
      const box = await this.#driver.executeScript<Box>(
        `return (${boxInView})(arguments[0])`,
        element,
      )
      const shown = Buffer.from(await this.#driver.takeScreenshot(), 'base64')
      return sharp(shown).extract(box).toBuffer()
    })
  waitFor = ({ timeout, state }: { timeout?: number; state?: 'visible' | 'detached' } = {}) =>
    state === 'detached'
      ? patiently(async () => {
          if ((await this.count()) > 0) throw new Error('It is still there')
        }, timeout)
      : this.#act(async (element) => {
          if (!(await element.isDisplayed())) throw new Error('It is not shown')
        }, timeout)
  click = () => this.#reach((element) => element.click())
  setInputFiles = (files: readonly string[]) =>
    this.#act((element) => element.sendKeys(files.join('\n')))

  fill = (text: string) =>
    this.#reach(async (element) => {
      const type = await element.getProperty('type')
      if (['range', 'date'].includes(String(type))) {
        return this.#driver.executeScript<void>(setValue, element, text)
      }
      await element.click()
      await element.clear()
      await element.sendKeys(text)
    })

  selectOption = ({ label }: { label: string }) =>
    this.#reach(async (element) => {
      for (const option of await element.findElements(By.css('option'))) {
        if ((await option.getText()) === label) return option.click()
      }
      throw new Error(`There is no option "${label}"`)
    })

  check = ({ force = false } = {}) =>
    this.#reach(async (element) => {
      if (await element.isSelected()) return
      if (force) await this.#driver.executeScript('arguments[0].click()', element)
      else await element.click()
      if (!(await element.isSelected())) throw new Error('It does not stay checked')
    })
}

/** A script with its argument, as it runs in each new document. */
export type InitScript = { script: string; argument: unknown }
export type Cookie = { name: string; value: string; url: string }

type Start = { baseURL: string; cookies: readonly Cookie[]; scripts: readonly InitScript[] }

/** The part of Playwright's `Page` that the journey uses, over W3C WebDriver. */
export class WebDriverPage extends WebDriverLocator {
  readonly #driver: WebDriver
  readonly #start: Start
  #isPrepared = false
  readonly context: () => unknown

  constructor(driver: WebDriver, start: Start, context: unknown) {
    super(driver)
    this.#driver = driver
    this.#start = start
    this.context = () => context
  }

  async goto(address: string) {
    const url = new URL(address, this.#start.baseURL || undefined)
    if (!this.#isPrepared) await this.#prepare(url.origin)
    await this.#driver.get(url.href)
  }

  /** WebDriver sets cookies and storage in a document of their site alone, so one without scripts is opened first. */
  async #prepare(origin: string) {
    this.#isPrepared = true
    const { cookies, scripts } = this.#start
    if (cookies.length === 0 && scripts.length === 0) return
    await this.#driver.get(`${origin}/robots.txt`)
    for (const { name, value } of cookies)
      await this.#driver.manage().addCookie({ name, value, path: '/' })
    for (const { script, argument } of scripts)
      await this.#driver.executeScript(`(${script})(arguments[0])`, argument)
  }

  evaluate = <T>(script: (argument: unknown) => T, argument?: unknown): Promise<T> =>
    this.#driver.executeScript(`return (${script})(arguments[0])`, argument)

  waitForFunction = (script: () => unknown) =>
    patiently(async () => {
      if (!(await this.evaluate(script))) throw new Error(`It stays false: ${script}`)
    })

  waitForURL = (pattern: Text) =>
    patiently(async () => {
      const url = await this.#driver.getCurrentUrl()
      const wanted =
        pattern instanceof RegExp
          ? pattern
          : new RegExp(`^${wordsOf(pattern).source.replaceAll('\\*\\*', '.*')}$`)
      if (!wanted.test(url)) throw new Error(`The page is still at ${url}`)
    })

  readonly keyboard = {
    press: async (key: 'Enter') => {
      const keys = { Enter: Key.ENTER }
      await this.#driver.switchTo().activeElement().sendKeys(keys[key])
    },
  }

  on = () => this
  setDefaultTimeout = () => undefined
}
