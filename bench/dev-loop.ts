import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync, cpSync, readdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import {
  settled,
  tokenOf,
  visit,
  type launchBrowser,
  type openTab,
} from '../e2e/src/harness/browser.ts'
import { addressOf, copyOfCheckout, mfeRunning } from '../e2e/src/harness/checkout.ts'
import { type Site, freePort } from '../e2e/src/harness/site.ts'
import { eventually } from '../e2e/src/harness/until.ts'

const REMOTE = 'mf-jury'
const PAGE = '/juryreview'
const TEXTS = `${REMOTE}/src/locales/en.json`
const LIMIT_MS = 120_000
/** Pause between edits, longer than the page and the file watchers need to settle. */
const BETWEEN_MS = 1_000
const TYPED = 'kept while the page is edited'

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type Page = Awaited<ReturnType<typeof openTab>>['page']
type Counts = { starts: number; edits: number }
export type Edit = { file: string; from: RegExp; to: (text: string) => string }
type Side = { page: Page; edit: Edit; times: number[] }
export type DevLoop = {
  start_ms: number[]
  edit_ms: number[]
  single_ms: number[]
  /** Content of the typed field after edits of the page, and after an edit of its texts. */
  typed: { afterEdits: string; afterText: string }
}

const screenIn = (folder: string): Edit => ({
  file: join(folder, `${REMOTE}/src/chair/jury-review.page.tsx`),
  from: /<div className=\{styles\.head\}>(?:\{'[^']*'\})?/,
  to: (text) => `<div className={styles.head}>{'${text}'}`,
})
const singleEdit = (file: string): Edit => ({
  file,
  from: /<Typography\.Text type="secondary">[^<]*/,
  to: (text) => `<Typography.Text type="secondary">${text}`,
})
const headingIn = (folder: string, heading: string): Edit => ({
  file: join(folder, TEXTS),
  from: new RegExp(`"${heading}"`),
  to: (text) => JSON.stringify(text),
})

/** Edits a file; returns the time until the change is visible in the browser. */
export async function edited(page: Page, { file, from, to }: Edit, text: string): Promise<number> {
  await page.bringToFront()
  await pause(BETWEEN_MS)
  const before = readFileSync(file, 'utf8')
  const after = before.replace(from, to(text))
  if (after === before) throw new Error(`${file} has nothing to edit`)
  const begin = performance.now()
  writeFileSync(file, after)
  const isThere = (wanted: string) => document.body.textContent.includes(wanted)
  await page.waitForFunction(isThere, text, { timeout: LIMIT_MS })
  return performance.now() - begin
}

/** Edits a page of the site and one of the single app in turns. */
async function editInTurns(browser: Browser, folder: string, page: Page, edits: number) {
  const single = await startSingleApp(folder)
  const context = await browser.newContext()
  try {
    const other = await context.newPage()
    await other.goto(single.url, { timeout: LIMIT_MS })
    await other.getByRole('heading', { level: 1 }).waitFor()
    const own: Side = { page, edit: screenIn(folder), times: [] }
    const app: Side = { page: other, edit: singleEdit(single.page), times: [] }
    // Warm-up: the first edit of each is not counted.
    for (let turn = 0; turn <= edits; turn += 1) {
      for (const side of turn % 2 ? [own, app] : [app, own]) {
        const milliseconds = await edited(side.page, side.edit, `Edit ${turn}.`)
        if (turn > 0) side.times.push(milliseconds)
      }
    }
    return { edit_ms: own.times, single_ms: app.times }
  } finally {
    await context.close()
    await single.stop()
  }
}

/**
 * The development loop of one remote in a copy of this checkout: milliseconds from `mfe dev` against a running site to
 * the page in the browser, and from an edit of the page to the browser.
 */
export async function devLoop(
  site: Site,
  browser: Browser,
  { starts, edits }: Counts,
): Promise<DevLoop> {
  const folder = await copyOfCheckout()
  const loop: DevLoop = {
    start_ms: [],
    edit_ms: [],
    single_ms: [],
    typed: {
      afterEdits: '',
      afterText: '',
    },
  }
  for (let turn = 0; turn < starts; turn += 1) {
    const token = await tokenOf(site, ACCOUNTS[1])
    const begin = performance.now()
    const running = mfeRunning({ folder, env: {} }, 'dev', REMOTE, '--against', site.url)
    try {
      const url = await addressOf(running, site)
      const context = await visit(browser, { ...site, url }, token)
      const page = await context.newPage()
      await page.goto(PAGE, { timeout: LIMIT_MS })
      await page.waitForFunction(() => document.querySelector('h1')?.textContent)
      loop.start_ms.push(performance.now() - begin)
      if (turn === starts - 1) {
        await settled(page)
        const search = page.getByRole('search').getByRole('searchbox').first()
        await search.fill(TYPED)
        Object.assign(loop, await editInTurns(browser, folder, page, edits))
        loop.typed.afterEdits = await search.inputValue()
        const heading = (await page.locator('h1').first().textContent()) ?? ''
        await search.fill(TYPED)
        await edited(page, headingIn(folder, heading), 'Another heading')
        loop.typed.afterText = await search.inputValue()
      }
      await context.close()
    } finally {
      await running.stop()
    }
  }
  return loop
}

/** Number of cases in which the field lost its typed text. */
export const lostIn = ({ typed }: DevLoop) =>
  Object.values(typed).filter((text) => text !== TYPED).length

const SOURCES = join(import.meta.dirname, 'pages/single')
const NAME = 'mf-single'
const ENDING = /\.txt$/

/**
 * The reference for the development loop: one plain app of React and antd inside a copy of the checkout, with the same
 * webpack, rules and fast refresh.
 */
async function startSingleApp(checkout: string) {
  const folder = join(checkout, NAME)
  cpSync(SOURCES, folder, { recursive: true })
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (ENDING.test(file)) renameSync(join(folder, file), join(folder, file.replace(ENDING, '')))
  }
  symlinkSync(join(checkout, 'mf-jury/node_modules'), join(folder, 'node_modules'))
  const port = await freePort()
  const cli = join(folder, 'node_modules/webpack-cli/bin/cli.js')
  const child = spawn(process.execPath, [cli, 'serve', '--mode', 'development'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (said += String(chunk)))
  }
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const url = `http://127.0.0.1:${port}/`
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  if (!(await eventually(answers, (isThere) => isThere))) {
    throw new Error(`The single app does not answer:\n${said}`)
  }
  return {
    url,
    page: join(folder, 'src/page.tsx'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
