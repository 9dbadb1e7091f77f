import { launchBrowser, tokenOf, visit } from '../e2e/src/harness/browser.ts'
import { atMost, isQuick, keep, median, round } from './common/results.ts'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { copyOfCheckout, npmRunning } from '../e2e/src/harness/checkout.ts'
import { eventually } from '../e2e/src/harness/until.ts'
import { claimPorts } from '../tools/testing/ports.ts'
import { edited, type Edit } from './dev-loop.ts'

// What somebody waits for who works on the whole site with `npm run dev`: until it is there, with nothing built and
// with what was built before, and until an edit of the shell, of a remote or of the server is seen; and whether what
// stands typed in a field stays. FILM=1 keeps pictures of the edits in test-results/film.

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type Page = Awaited<ReturnType<Awaited<ReturnType<typeof visit>>['newPage']>>

type Shot = { screenshot(options: { type: 'png' }): Promise<Buffer> }

const FOLDER = resolve(import.meta.dirname, '../test-results/film')
const FRAME_WIDTH = 640

type FilmStrip = {
  /** Takes a screenshot. */
  frame(page: Shot, title: string): Promise<void>
  /** Writes all screenshots into one picture. */
  save(browser: Browser, name: string): Promise<void>
}

const NO_FILM: FilmStrip = {
  frame: async () => undefined,
  save: async () => undefined,
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Film strip of screenshots in order, two per row. */
function filmStrip(): FilmStrip {
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

const LIMIT_MS = 180_000
const LOOK_AGAIN_MS = 20
const TYPED = 'kept@example.org'

/** A page, a field to type into, and an edit that is visible on the page. */
type Scene = {
  readonly name: string
  readonly path: string
  readonly account?: string
  readonly open?: (page: Page) => Promise<void>
  readonly field: string
  readonly edit: Edit
}

const attribute = (folder: string, file: string, name: string): Edit => ({
  file: join(folder, file),
  from: new RegExp(`${name}=(?:\\{[^}]*\\}|"[^"]*")`),
  to: (text) => `${name}="${text}"`,
})

const text = (folder: string, file: string, key: string): Edit => ({
  file: join(folder, file),
  from: new RegExp(`"${key}": "[^"]*"`),
  to: (value) => `"${key}": "${value}"`,
})

const scenes = (folder: string): Scene[] => {
  const login = { path: '/login', field: 'input[type=email]:visible' }
  const contact = { path: '/contact', field: 'textarea' }
  return [
    {
      name: 'shell',
      ...login,
      edit: {
        ...attribute(folder, 'shell/src/session/login.page.tsx', 'lead'),
        // That of the form, on a line of its own; the one before it greets a person who is signed in.
        from: /(?<=^\s+)lead=(?:\{[^}]*\}|"[^"]*")/m,
      },
    },
    {
      name: 'shell, a text',
      ...login,
      edit: text(folder, 'shell/src/locales/en.json', 'signInTitle'),
    },
    {
      name: 'mf-public',
      ...contact,
      edit: attribute(folder, 'mf-public/src/contact/contact.page.tsx', 'lead'),
    },
    {
      name: 'mf-public, a text',
      ...contact,
      edit: text(folder, 'mf-public/src/locales/en.json', 'details'),
    },
    {
      name: 'mf-entrant',
      path: '/account?tab=profile',
      account: ACCOUNTS[0],
      open: (page) => page.getByRole('button', { name: 'Change your details' }).click(),
      field: 'main form input[type=text]',
      edit: attribute(folder, 'mf-entrant/src/account/account.page.tsx', 'eyebrow'),
    },
  ]
}

/** Edit of the server: changes the response of a call. */
const SERVER = {
  call: '/api/index/about',
  page: '/about',
  edit: (folder: string): Edit => ({
    file: join(folder, 'api/src/modules/public-site/content.service.ts'),
    from: /tagline: .*,\n/,
    to: (value) => `tagline: '${value}' || say(programme.data.tagline),\n`,
  }),
}

type DevSite = {
  /** Milliseconds from the command to the page in the browser, and until everything is ready. */
  starts: { readonly kind: string; readonly home_ms: number; readonly ready_ms: number }[]
  edits: { readonly name: string; readonly times_ms: number[]; readonly isKept: boolean }[]
}

function startDev(folder: string, port: number) {
  const begin = performance.now()
  const running = npmRunning({ folder, env: {} }, 'dev', '--', '--port', String(port))
  const url = `http://localhost:${port}`
  async function untilReady() {
    while (!running.output().includes('Everything is ready')) {
      if (performance.now() - begin > LIMIT_MS) {
        throw new Error(`npm run dev is not ready:\n${running.output()}`)
      }
      await pause(LOOK_AGAIN_MS)
    }
    return performance.now() - begin
  }
  const ready = untilReady()
  return { url, running, begin, ready }
}

/** Opens the home page; retries until the server listens. */
async function seen(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB' })
  const page = await context.newPage()
  const open = () =>
    page.goto('/home', { timeout: LIMIT_MS }).then(
      () => true,
      () => false,
    )
  await eventually(open, Boolean)
  await page.locator('main h1').first().waitFor({ timeout: LIMIT_MS })
  const at = performance.now()
  await context.close()
  return at
}

async function editScene(
  { browser, url, film }: { browser: Browser; url: string; film: FilmStrip },
  { name, path, account, open, field, edit }: Scene,
  turns: number,
) {
  const site = { url } as Parameters<typeof visit>[1]
  const token = account && (await tokenOf(site, account))
  const context = await visit(browser, site, token || undefined)
  const before = readFileSync(edit.file, 'utf8')
  try {
    const page = await context.newPage()
    await page.goto(path, { timeout: LIMIT_MS })
    await settledPage(page)
    await open?.(page)
    const typed = page.locator(field).first()
    await typed.fill(TYPED)
    await film.frame(page, `${name}: before`)
    const times: number[] = []
    // Warm-up: the first edit is not counted.
    for (let turn = 0; turn <= turns; turn += 1) {
      const milliseconds = await edited(page, edit, `Edit ${turn} of ${name}.`)
      if (turn > 0) times.push(milliseconds)
      if (turn === 1) await film.frame(page, `${name}: after ${Math.round(milliseconds)} ms`)
    }
    const isKept = (await typed.inputValue()) === TYPED
    return { name, times_ms: times, isKept }
  } finally {
    writeFileSync(edit.file, before)
    await context.close()
  }
}

/** The live-reload connection stays open, so the network is never idle. */
const settledPage = (page: Page) =>
  page.waitForFunction(
    () => !document.querySelector('[data-loader]') && document.querySelector('h1'),
  )

/** An edit of the server is visible on the next request, so the page is reloaded. */
async function editServer(
  { browser, url, film }: { browser: Browser; url: string; film: FilmStrip },
  folder: string,
  turns: number,
) {
  const { file, from, to } = SERVER.edit(folder)
  const original = readFileSync(file, 'utf8')
  const context = await visit(browser, { url } as Parameters<typeof visit>[1])
  const times: number[] = []
  try {
    const page = await context.newPage()
    await page.goto(SERVER.page)
    await settledPage(page)
    await film.frame(page, 'API: before')
    for (let turn = 0; turn <= turns; turn += 1) {
      const wanted = `Edit ${turn} of the API.`
      const begin = performance.now()
      writeFileSync(file, original.replace(from, to(wanted)))
      const isAnswered = async () =>
        (await (await fetch(url + SERVER.call)).text()).includes(wanted)
      while (!(await isAnswered()) && performance.now() - begin < LIMIT_MS);
      if (turn > 0) times.push(performance.now() - begin)
      if (turn !== 1) continue
      await page.reload()
      await page.getByText(wanted).first().waitFor()
      await film.frame(page, `API: after ${Math.round(times[0] ?? NaN)} ms, page loaded again`)
    }
  } finally {
    writeFileSync(file, original)
    await context.close()
  }
  return { name: 'API', times_ms: times, isKept: true }
}

function told<T extends DevSite['edits'][number]>(edit: T): T {
  const lost = edit.isKept ? '' : '; what was typed is lost'
  console.log(`${edit.name}: seen after ${edit.times_ms.map(round).join(', ')} ms${lost}`)
  return edit
}

/**
 * `npm run dev` in a copy of this checkout: the very first start, a cold start without builds, and warm ones; then
 * edits of shell, remotes and server, each with text typed into a field.
 */
async function devSite(
  browser: Browser,
  film: FilmStrip,
  { warm, edits }: { warm: number; edits: number },
): Promise<DevSite> {
  const folder = await copyOfCheckout()
  const [port = 0] = await claimPorts(4)
  const result: DevSite = { starts: [], edits: [] }
  const kinds = ['first', 'cold', ...Array.from({ length: warm }, () => 'warm')]
  for (const [index, kind] of kinds.entries()) {
    if (kind === 'cold') {
      for (const cache of ['.cache', 'shell/.cache']) {
        rmSync(join(folder, cache), { recursive: true, force: true })
      }
    }
    const { url, running, begin, ready } = startDev(folder, port)
    try {
      const [at, ready_ms] = await Promise.all([seen(browser, url), ready])
      result.starts.push({ kind, home_ms: at - begin, ready_ms })
      console.log(`${kind}: home after ${round(at - begin)} ms, ready after ${round(ready_ms)} ms`)
      if (index < kinds.length - 1) continue
      const place = { browser, url, film }
      for (const scene of scenes(folder)) {
        result.edits.push(told(await editScene(place, scene, edits)))
      }
      result.edits.push(told(await editServer(place, folder, edits)))
    } finally {
      await running.stop()
    }
  }
  return result
}

const BARS = { cold_ms: 25_000, warm_ms: 8_000, edit_ms: 1_000, server_ms: 2_000 }
const TURNS = isQuick ? { warm: 1, edits: 1 } : { warm: 3, edits: 5 }

const film = process.env['FILM'] ? filmStrip() : NO_FILM
const browser = await launchBrowser()
try {
  const site = await devSite(browser, film, TURNS)
  await film.save(browser, 'dev-site')
  const started = (kind: string) => {
    const times = site.starts.filter((start) => start.kind === kind)
    return median(times.map(({ home_ms, ready_ms }) => Math.max(home_ms, ready_ms)))
  }
  const limitOf = (name: string) => (name === 'API' ? BARS.server_ms : BARS.edit_ms)
  keep(
    'dev-site',
    [
      atMost('P12', 'npm run dev, the very first start', started('first'), 'ms', BARS.cold_ms),
      atMost('P12', 'npm run dev, nothing built', started('cold'), 'ms', BARS.cold_ms),
      atMost('P12', 'npm run dev, a later start', started('warm'), 'ms', BARS.warm_ms),
      ...site.edits.map(({ name, times_ms }) =>
        atMost('P12', `an edit is seen: ${name}`, median(times_ms), 'ms', limitOf(name)),
      ),
      atMost(
        'P12',
        'edits that lose what was typed',
        site.edits.filter(({ isKept }) => !isKept).length,
        `of ${site.edits.length} kinds`,
        0,
      ),
    ],
    site,
  )
} finally {
  await browser.close()
}
