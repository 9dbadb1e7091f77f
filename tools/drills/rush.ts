import { performance } from 'node:perf_hooks'
import { askOf } from '../../e2e/src/crash/ask.ts'
import { juror } from '../../e2e/src/crash/others.ts'
import { milliseconds, pause, quantile, seconds, until } from './figures.ts'
import { numbers } from './options.ts'
import type { Drill } from './outcome.ts'
import { proveRush } from './rush-proof.ts'
import { rushEntrant } from './rush-entrant.ts'
import { rushLog, type Window } from './rush-log.ts'
import { cameraPictures } from './rush-pictures.ts'
import { onOne, onReplicas, type Place } from './rush-place.ts'
import { plantScene } from './rush-scene.ts'
import { shift } from './work.ts'

const SAVE_BAR_MS = 300
const SCORE_MS = { shortest: 4_000, longest: 10_000 }
/** Pages ask again after the time that the proxy names. */
const AGAIN_MS = 2_000
/** Who is not done so long after the end gives up. */
const OVERTIME_MS = 60_000
/** People sit down within this share of the time, the last of them late. */
const ARRIVAL = 0.7
/** So long after the database is back people still feel it. */
const AFTERMATH_MS = 5_000

/** The last minutes before the call closes, with jurors at work; midway a replica dies, then the database. */
export const run: Drill = async (args) => {
  const given = numbers(args, {
    ...{ entrants: 200, pictures: 3, jurors: 20, minutes: 5, replicas: 3, gone: 10 },
  })
  const length = given.minutes * 60_000
  const place = given.replicas > 1 ? await onReplicas(given.replicas) : await onOne()
  try {
    const scene = await plantScene(place.database, given.entrants, given.jurors)
    const pictures = await cameraPictures(given.pictures)
    const log = rushLog(askOf(place))
    const work = shift(log.ask, AGAIN_MS)
    const entrants = scene.emails.map((email, index) =>
      rushEntrant({
        ...{ ask: work.ask, site: place, email, scene, note: log.upload },
        pictures: pictures.ofOne(index),
        startsIn: Math.random() * length * ARRIVAL,
      }),
    )
    const think = () =>
      pause(SCORE_MS.shortest + Math.random() * (SCORE_MS.longest - SCORE_MS.shortest))
    const jurors = scene.seats.map(({ token, sheet }) => juror(work.ask, token, sheet, think))
    const begin = performance.now()
    const rushing = work.begin(entrants)
    void work.begin(jurors)
    const windows = await breakThings(place, begin, length, given.gone * 1_000)
    await Promise.race([rushing, pause(length + OVERTIME_MS - (performance.now() - begin))])
    const took = performance.now() - begin
    await work.end()
    const proof = await proveRush(place, entrants, jurors)

    const [saves, uploads] = [log.saves(windows), log.uploads(windows)]
    const p95 = quantile(saves, 0.95)
    const outside = log.count(windows, 'told away', false) + log.count(windows, 'lost', false)
    const unclear = log.count(windows, 'lost', true)
    for (const [said, times] of log.words) console.log(`${times} × ${said}`)
    for (const { name, times } of log.byName(windows)) {
      const [half, most] = [quantile(times, 0.5), quantile(times, 0.95)].map(milliseconds)
      console.log(`${name}: ${times.length}, median ${half}, 95th percentile ${most}`)
    }
    return {
      holds: proof.paid === given.entrants && outside === 0 && unclear === 0 && p95 <= SAVE_BAR_MS,
      figures: {
        ...given,
        'all were paid after': seconds(took),
        ...proof,
        calls: log.total(),
        'clean 503 envelopes while things were broken': log.count(windows, 'told away', true),
        'connections lost or unclear answers while things were broken': unclear,
        'server errors and lost connections at any other time': outside,
        'saves outside of it': saves.length,
        'their median': milliseconds(quantile(saves, 0.5)),
        'their 95th percentile': milliseconds(p95),
        'megabytes of a picture': pictures.megabytes.toFixed(1),
        'uploads outside of it': uploads.length,
        'their median, confirmed': milliseconds(quantile(uploads, 0.5)),
        'their 95th percentile, confirmed': milliseconds(quantile(uploads, 0.95)),
      },
    }
  } finally {
    await place.stop()
  }
}

/** A replica dies at two fifths of the time, the database at three. Gives when that could be felt. */
async function breakThings(place: Place, begin: number, length: number, gone: number) {
  const { breakReplica, breakDatabase } = place
  const windows: Window[] = []
  const at = (share: number) => pause(begin + length * share - performance.now())
  const felt = async (act: () => Promise<void>) => {
    const from = performance.now()
    await act()
    await until(() => isReady(place.url), 'the site is ready again')
    windows.push({ from, until: performance.now() + AFTERMATH_MS })
  }
  if (breakReplica) {
    await at(2 / 5)
    await felt(breakReplica)
  }
  if (breakDatabase) {
    await at(3 / 5)
    await felt(() => breakDatabase(() => pause(gone)))
  }
  return windows
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
