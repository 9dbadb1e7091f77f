import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { launchBrowser, visit } from '../e2e/src/harness/browser.ts'
import { newToken, registryOf } from '../e2e/src/harness/registry.ts'
import { localRelease } from '../e2e/src/harness/release.ts'
import { rerelease, SHOWS_VERSION } from '../e2e/src/harness/rerelease.ts'
import { benchSite } from './common/load.ts'
import { devLoop, lostIn } from './dev-loop.ts'
import { median, atMost, isQuick, keep } from './common/results.ts'

// What a change of one remote costs: its build against that of the whole site, the time until the next
// navigation shows a release that was deployed, or the one before it again; and what a team waits for while it
// works on a remote inside a running site, in turns with an ordinary app of its own.
const ROOT = resolve(import.meta.dirname, '..')
const REMOTE = 'mf-jury'
const DEPLOYED = 'mf-public'
const PAGE = '/regulations'
const ROUNDS = isQuick ? 1 : 3
const BARS = {
  build: 0.3,
  seen_ms: 5e3,
  rollback_ms: 5e3,
  cold_ms: 15e3,
  warm_ms: 5e3,
  edit_ms: 1e3,
  beside: 1.3,
}
const LOOP = isQuick ? { starts: 2, edits: 2 } : { starts: 4, edits: 7 }

const run = promisify(execFile)

async function built(...names: string[]): Promise<number> {
  const begin = performance.now()
  await run(process.execPath, [join(ROOT, 'tools/build.mjs'), ...names, '--force'], { cwd: ROOT })
  return performance.now() - begin
}

const builds = { one: [] as number[], all: [] as number[] }
for (let turn = 0; turn < ROUNDS; turn += 1) {
  builds.one.push(await built(REMOTE))
  builds.all.push(await built())
}

const site = await benchSite()
const browser = await launchBrowser()
const page = await (await visit(browser, site)).newPage()

/** Navigates again and again until the page is of this version; the time since `begin`. */
async function seenAfter(begin: number, version: string): Promise<number> {
  const limit = performance.now() + 60_000
  while (performance.now() < limit) {
    await page.goto(PAGE)
    const isThere = page.getByText(`Release ${version}`).first().waitFor({ timeout: 1_000 })
    if (await isThere.then(() => true).catch(() => false)) return performance.now() - begin
    await pause(100)
  }
  throw new Error(`${DEPLOYED} ${version} was not seen within a minute`)
}

try {
  const registry = registryOf(site, await newToken(site, 'bench@example.org'))
  const deploy = async (version: string) => {
    const release = rerelease(localRelease(DEPLOYED), version, { pages: SHOWS_VERSION })
    const { status } = await registry.publish(release)
    if (status >= 300) throw new Error(`${DEPLOYED} ${version} was not published: ${status}`)
    const begin = performance.now()
    await registry.deploy(DEPLOYED, [{ version, traffic: 100, default: true }])
    return seenAfter(begin, version)
  }
  await deploy('8.0.0')
  const seen_ms = await deploy('9.0.0')
  const begin = performance.now()
  await registry.rollback(DEPLOYED)
  const rollback_ms = await seenAfter(begin, '8.0.0')
  const loop = await devLoop(site, browser, LOOP)
  const [cold = 0, ...warm] = loop.start_ms
  const beside = median(loop.edit_ms) / median(loop.single_ms)
  const ratio = median(builds.one) / median(builds.all)
  keep(
    'dev',
    [
      atMost('P12', `build of ${REMOTE} alone`, ratio, '× the build of everything', BARS.build),
      atMost('P12', 'a deployment is seen by the next navigation', seen_ms, 'ms', BARS.seen_ms),
      atMost(
        'P12',
        'so is the release before it, taken back to',
        rollback_ms,
        'ms',
        BARS.rollback_ms,
      ),
      atMost('P12', 'a remote inside a running site, first start', cold, 'ms', BARS.cold_ms),
      atMost(
        'P12',
        'a remote inside a running site, later start',
        median(warm),
        'ms',
        BARS.warm_ms,
      ),
      atMost('P12', 'an edit is seen', median(loop.edit_ms), 'ms', BARS.edit_ms),
      atMost('P12', 'an edit is seen', beside, '× an edit of one ordinary app', BARS.beside),
      atMost(
        'P12',
        'edits that lose what was typed',
        lostIn(loop),
        'of 2, of a page and of a text',
        0,
      ),
    ],
    { build_ms: builds, loop },
  )
} finally {
  await browser.close()
  await site.stop()
}
