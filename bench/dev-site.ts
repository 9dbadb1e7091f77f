import { launchBrowser } from '../e2e/src/harness/browser.ts'
import { median, atMost, isQuick, keep } from './common/results.ts'
import { devSite, filmStrip, NO_FILM } from './dev-command.ts'

// What somebody waits for who works on the whole site with `npm run dev`: until it is there, with nothing built and
// with what was built before, and until an edit of the shell, of a remote or of the server is seen; and whether what
// stands typed in a field stays. FILM=1 keeps pictures of the edits in test-results/film.
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
