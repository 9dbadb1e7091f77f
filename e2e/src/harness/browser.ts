import { existsSync } from 'node:fs'
import { TOKEN_KEY } from '@awards/shared/domain'
import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, Locator, Page, Request } from '@playwright/test'
import type { Site } from './site.ts'
import { eventually, until } from './until.ts'

const PROGRAMS = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** A test's page lives for seconds: compiling its hot code again costs more than it saves. */
export const TEST_CHROMIUM_FLAGS = [...CHROMIUM_FLAGS, '--js-flags=--no-opt,--no-maglev']

/** Chromium of the machine; `CHROMIUM_PATH` names another. */
export function chromiumProgram(): string {
  const program = PROGRAMS.find((place) => place && existsSync(place))
  if (program) return program
  throw new Error('No Chromium was found. Install the package chromium, or set CHROMIUM_PATH.')
}

/** For scripts and measurements; a test takes the browser of its worker. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumProgram(), args: CHROMIUM_FLAGS })

type Address = Pick<Site, 'url'>

export const DESK = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** A wait's end is no measure of the site: a slow machine may take it. */
const LONGEST_WAIT_MS = 90_000

export type Watch = { errors: string[]; violations: string[]; requests: string[] }

/** A tab that writes down what must not happen: console errors and breaches of the policy. */
export async function openTab(context: BrowserContext): Promise<{ page: Page; watch: Watch }> {
  const watch: Watch = { errors: [], violations: [], requests: [] }
  const page = await context.newPage()
  page.setDefaultTimeout(LONGEST_WAIT_MS)
  watchPending(page)
  page.on('console', (message) => {
    if (/content security policy|trusted type/i.test(message.text())) {
      watch.violations.push(message.text())
    } else if (message.type() === 'error') watch.errors.push(message.text())
  })
  page.on('pageerror', (error) => watch.errors.push(error.message))
  page.on('request', (request) => watch.requests.push(request.url()))
  return { page, watch }
}

/** For what is looked at to be there first. */
const ACTS_AFTER_MS = 300

/** Has the visitor of each page do something as soon as it is there, so that the application runs. */
export const actsSoon = (context: BrowserContext) =>
  context.addInitScript((wait) => {
    addEventListener('load', () => setTimeout(() => dispatchEvent(new Event('input')), wait))
  }, ACTS_AFTER_MS)

/**
 * Makes a visitor one who was here before: the application is not fetched ahead of being run, so each of
 * its files is asked for once.
 */
export const cameBefore = (context: BrowserContext) =>
  context.addInitScript(() => localStorage.setItem('came-before', '1'))

/** Requests of a tab that have no answer yet. */
const pending = new WeakMap<Page, Set<Request>>()

function watchPending(page: Page) {
  const open = new Set<Request>()
  pending.set(page, open)
  const opensDocument = (request: Request) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame()
  page.on('request', (request) => void open.add(request))
  // What the old document still waits for, also since it was left, is nothing to the new one: Chromium
  // does not always tell that it was given up.
  page.on('response', (response) => {
    if (!opensDocument(response.request())) return
    open.clear()
    open.add(response.request())
  })
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
}

const LOADED = ['document', 'script', 'stylesheet', 'fetch', 'xhr']
const isLoading = (page: Page) =>
  [...(pending.get(page) ?? [])].some((request) => LOADED.includes(request.resourceType()))

/** Whether the application says that it has settled, on a page with a heading that it has taken over. */
const isSettled = () =>
  document.documentElement.dataset['settled'] === '' &&
  !document.querySelector('[data-loader], [data-rendered]') &&
  document.querySelector('h1') !== null

/** Waits until nothing is loading any more: the application's own mark, and no request without an answer. */
export async function settled(page: Page) {
  do {
    await page.waitForFunction(isSettled)
    // A chunk that is on its way is no call, and changes the page all the same.
    await eventually(
      async () => isLoading(page),
      (isBusy) => !isBusy,
    )
  } while (!(await page.evaluate(isSettled)))
}

/** Waits until a control has the focus: what moves it does so once everything is drawn. */
export const focused = (target: Locator) =>
  until(() => target.evaluate((element) => element === document.activeElement), true)

/** The password that the demo programme gives to all its accounts. */
export const DEMO_PASSWORD = 'Garance-Demo-2027!'

/** Signs somebody in through the API; the token can be given to any number of tabs. */
export async function tokenOf(site: Address, email: string, password = DEMO_PASSWORD) {
  const answer = await fetch(`${site.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { code, msg, data } = (await answer.json()) as {
    code: number
    msg: unknown
    data: { token: string }
  }
  if (code !== 200) throw new Error(`${email} could not sign in: ${JSON.stringify(msg)}`)
  return data.token
}

/** A context of one person, in English unless told; undefined is a visitor. */
export async function visit(
  browser: Browser,
  site: Address,
  token?: string,
  options: Parameters<Browser['newContext']>[0] = {},
) {
  const context = await browser.newContext({
    viewport: DESK,
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    baseURL: site.url,
    ...options,
  })
  context.setDefaultTimeout(LONGEST_WAIT_MS)
  await actsSoon(context)
  // The site remembers a chosen language; without it the account's own would be taken.
  await context.addCookies([{ name: 'language', value: 'en', url: site.url }])
  if (token) {
    await context.addInitScript(
      ({ key, value }) => {
        // Once per tab: a sign-out of the page itself must last.
        if (!sessionStorage.getItem('signed-in-by-test')) localStorage.setItem(key, value)
        sessionStorage.setItem('signed-in-by-test', '1')
      },
      { key: TOKEN_KEY, value: token },
    )
  }
  return context
}
