import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { publication, session } from '@awards/shared/contract'
import { launchBrowser, openTab, tokenOf, visit } from '../../e2e/src/harness/browser.ts'
import { ACCOUNTS } from '../../e2e/src/harness/accounts.ts'
import type { Site } from '../../e2e/src/harness/site.ts'
import { toFirstScore } from '../../e2e/src/journey/to-first-score.ts'
import { saveResult, writePage } from '../drills/report.ts'
import { allowedIn, isLocked, rightsInWords, secretsIn } from './hardening.ts'
import { missingPodman, playPods } from './pods.ts'
import {
  missingEngine,
  newSettings,
  topology,
  type Note,
  type Settings,
  type Topology,
} from './topology.ts'

/** What a phase of the traffic found; `bad` counts by what happened: `200` with another code, a status, a broken line. */
type Found = { requests: number; bad: Record<string, number>; slowest: number }

const CLIENTS = 6
/** Between two requests of a client. */
const PAUSE_MS = 25
const LONGEST_MS = 15_000

/**
 * Visitors and a signed-in entrant who read without end. `during(work)` resolves with what they met while `work` ran,
 * and goes on until `least` requests were answered.
 */
function traffic(url: string, token: string) {
  const paths = [
    '/home',
    '/winners',
    publication.indexWinnerList.path,
    session.getUserInfo.path,
    '/rss.xml',
  ]

  async function one(path: string): Promise<string | undefined> {
    const headers = path.startsWith('/api/') ? { token } : undefined
    try {
      const answer = await fetch(url + path, {
        ...(headers && { headers }),
        signal: AbortSignal.timeout(LONGEST_MS),
      })
      const body = await answer.text()
      const code = headers ? envelopeCode(body) : 200
      return answer.status === 200 && code === 200
        ? undefined
        : `${path.startsWith('/api/') ? 'call' : 'page'} ${answer.status}, code ${code}`
    } catch (error) {
      const { cause, name } = error as { cause?: { code?: string }; name: string }
      return `no answer: ${cause?.code ?? name}`
    }
  }

  return {
    one,
    during: async (work: () => Promise<unknown>, least = 1_000): Promise<Found> => {
      const found: Found = { requests: 0, bad: {}, slowest: 0 }
      let isOver = false
      const client = async (first: number) => {
        for (let at = first; !isOver || found.requests < least; at += 1) {
          const start = performance.now()
          const bad = await one(paths[at % paths.length] ?? '/')
          found.slowest = Math.max(found.slowest, performance.now() - start)
          found.requests += 1
          if (bad) found.bad[bad] = (found.bad[bad] ?? 0) + 1
          await delay(PAUSE_MS)
        }
      }
      const clients = Array.from({ length: CLIENTS }, (_, first) => client(first))
      try {
        await work()
      } finally {
        isOver = true
        await Promise.all(clients)
      }
      return found
    },
  }
}

function envelopeCode(body: string): number | string {
  try {
    const { code } = JSON.parse(body) as { code?: number }
    return code ?? 'none'
  } catch {
    return 'no envelope'
  }
}

const inWords = ({ requests, bad, slowest }: Found): string => {
  const kinds = Object.entries(bad).map(([what, count]) => `${count}× ${what}`)
  const lost = kinds.length > 0 ? kinds.join('; ') : '0 bad'
  return `${requests} requests, ${lost}, slowest ${(slowest / 1_000).toFixed(1)} s`
}

const USAGE = `node tools/containers/containers.ts [--built] [--keep]
  --built   take the images design-awards and design-awards-simulators as they are
  --keep    leave the containers running, and print the environment that reaches them`
const IMAGE = 'design-awards'
const REPLICAS = 3
/** After the database answers again, every call has to. */
const RECOVERY_MS = 2_000
const HEALTHY_LIMIT_MS = 180_000

/** Runs the compose file, takes parts away under traffic, upgrades and goes back; prints and saves what it counted. */
async function main(args: string[]): Promise<number> {
  const values = readOptions(args)
  if (!values || values.help) {
    console.log(USAGE)
    return values ? 0 : 2
  }
  const missing = missingEngine()
  if (missing) {
    console.log(`The containers are not run: ${missing}.`)
    return 0
  }
  // The certificate is made for this run; nobody else knows it.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  const settings = await newSettings()
  const site = topology(settings)
  const url = settings.env['SITE_URL'] ?? ''
  const pages = settings.env['PAGES_URL'] ?? ''
  const figures: Record<string, string | number> = {}
  const failed: string[] = []
  const note = (what: string, said: string | number, holds: boolean) => {
    figures[what] = said
    if (!holds) failed.push(what)
    console.log(`${holds ? 'holds' : 'FAILS'}  ${what}: ${said}`)
  }

  try {
    if (!values.built) await timed('images built', note, 600, () => site.compose('build'))
    await timed('from nothing to healthy', note, 60, () => site.up())
    await hardened(site, settings, note)
    await journey({ url, mailbox: `${pages}/mailbox`, wallet: `${pages}/wallet` }, note)
    await faults(site, settings, note)
    const unplayed = await missingPodman()
    if (unplayed) console.log(`The pods are not run: ${unplayed}.`)
    else await playPods(site, settings, note)
  } finally {
    if (values.keep) console.log(settings.env)
    else await site.down()
  }
  saveResult('containers', { holds: failed.length === 0, figures })
  await writePage()
  return failed.length === 0 ? 0 : 1
}

function readOptions(args: string[]) {
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({ args, options: { built: flag, keep: flag, help: flag } }).values
  } catch (error) {
    console.error((error as Error).message)
    return undefined
  }
}

async function timed(what: string, note: Note, limit: number, work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  const seconds = Math.round((performance.now() - start) / 1_000)
  note(what, `${seconds} s`, seconds <= limit)
}

async function hardened(site: Topology, settings: Settings, note: Note) {
  for (const one of await allowedIn(site)) {
    note(`container ${one.name}`, rightsInWords(one), isLocked(one))
  }
  for (const image of [IMAGE, `${IMAGE}-simulators`]) {
    const found = await secretsIn(site, settings, image)
    note(`secrets in ${image}`, found.join(', ') || 'none', found.length === 0)
  }
}

/** Registration, uploads, payment and a first score in Chromium, through nginx and the containers. */
async function journey(place: Pick<Site, 'url' | 'mailbox' | 'wallet'>, note: Note) {
  const site = place as Site
  const browser = await launchBrowser()
  const violations: string[] = []
  try {
    await toFirstScore(site, async (email) => {
      const token = email ? await tokenOf(site, email) : undefined
      const context = await visit(browser, site, token, { ignoreHTTPSErrors: true })
      const { page, watch } = await openTab(context)
      page.on('close', () => violations.push(...watch.violations))
      return page
    })
  } catch (error) {
    for (const [at, page] of browser
      .contexts()
      .flatMap((one) => one.pages())
      .entries()) {
      const file = join(tmpdir(), `containers-journey-${at}.png`)
      await page.screenshot({ path: file })
      console.error(`${page.url()} looks like ${file}`)
    }
    throw error
  } finally {
    await browser.close()
  }
  note('journey to the first score', violations.join(', ') || 'passed', violations.length === 0)
}

async function faults(site: Topology, { env }: Settings, note: Note) {
  const url = env['SITE_URL'] ?? ''
  const token = await tokenOf({ url } as Site, ACCOUNTS[0])
  const { during, one } = traffic(url, token)
  const clean = async (what: string, work: () => Promise<unknown>) => {
    const found = await during(work)
    note(what, inWords(found), Object.keys(found.bad).length === 0 && found.requests >= 1_000)
  }
  const firstReplica = async () => (await site.idsOf('site'))[0] ?? ''
  const refill = () => site.up('--no-deps', '--no-recreate', '--scale', `site=${REPLICAS}`, 'site')

  await clean('a replica is killed and comes back', async () => {
    const id = await firstReplica()
    await site.docker('kill', id)
    await delay(5_000)
    await site.docker('start', id)
    await healthy(site, id)
  })
  await clean('a replica vanishes with its address', async () => {
    await site.docker('rm', '--force', await firstReplica())
    await delay(5_000)
    await refill()
  })

  await site.derive(
    `${IMAGE}:next`,
    IMAGE,
    ['COPY next.sql api/src/db/migrations/9999_next_release.sql'],
    {
      'next.sql': 'create table next_release (at timestamptz not null default now());\n',
    },
  )
  await site.derive(`${IMAGE}:broken`, IMAGE, ['CMD ["node", "-e", "process.exit(1)"]'])
  const upgraded = (
    what: string,
    image: string,
    changes: Record<string, string> = {},
    status = 0,
  ) =>
    clean(what, async () => {
      const end = await site.upgrade(image, changes)
      if (end.status !== status)
        throw new Error(`${what}: upgrade.sh ended with ${end.status}\n${end.said}`)
    })
  await upgraded('upgrade to an image with a migration', `${IMAGE}:next`)
  await upgraded('going back to the image before', IMAGE)
  await upgraded('upgrade to an image that does not start', `${IMAGE}:broken`, {}, 1)
  const [before, after] = [env['SECRET'] ?? '', randomBytes(36).toString('hex')]
  await upgraded('a second secret is accepted', IMAGE, { SECRET_FALLBACKS: after })
  await upgraded('the new secret signs', IMAGE, { SECRET: after, SECRET_FALLBACKS: before })
  // The simulators know one secret; they take the new one while the site still accepts both.
  await site.up('--no-deps', 'simulators')
  await upgraded('the old secret is forgotten', IMAGE, { SECRET_FALLBACKS: '' })

  let back = 0
  const found = await during(async () => {
    const [id = ''] = await site.idsOf('database')
    await site.docker('restart', id)
    await healthy(site, id)
    const start = performance.now()
    while (await one(session.getUserInfo.path)) await delay(20)
    back = performance.now() - start
    await delay(RECOVERY_MS)
  })
  note('the database is restarted', inWords(found), onlyRefusals(found))
  note('calls after the database is healthy', `${(back / 1_000).toFixed(2)} s`, back <= RECOVERY_MS)

  for (const id of await site.idsOf('site')) await site.docker('kill', id)
  const alone = [await one('/home'), await one(session.getUserInfo.path)]
  const refusals = ['page 503, code 200', 'call 503, code 503']
  note('no process answers', alone.join('; '), alone.join() === refusals.join())
}

/** Calls without a database are refused by an envelope with 503; a page says 503 as well. */
const onlyRefusals = ({ bad }: Found) =>
  Object.keys(bad).every((what) => what.includes(' 503, code 503') || what === 'page 503, code 200')

async function healthy({ docker }: Topology, id: string) {
  const state = () => docker('inspect', '--format', '{{.State.Health.Status}}', id)
  for (const limit = Date.now() + HEALTHY_LIMIT_MS; Date.now() < limit; await delay(200)) {
    if ((await state()) === 'healthy') return
  }
  throw new Error(`The container ${id} is not healthy. Look at docker logs ${id}`)
}

process.exitCode = await main(process.argv.slice(2))
