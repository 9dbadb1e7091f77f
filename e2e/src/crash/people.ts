import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entries, publication, subjudges } from '@awards/shared/contract'
import { ACCOUNTS } from '../harness/accounts.ts'
import { tokenOf } from '../harness/browser.ts'
import type { Site } from '../harness/site.ts'
import { askOf, Lost, type Ask } from './ask.ts'
import { entrant } from './entrant.ts'
import { guest, juror, newcomers } from './others.ts'
import { uploader, uploadPictures } from './uploader.ts'

const WORK_MS = { shortest: 150, longest: 1_200 }

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))

/** Where professionals may enter a work. */
export async function openPlace(ask: Ask, token: string) {
  const sections = await ask(token, entries.awardClassification, {})
  const section = sections.find(({ code }) => /pro/i.test(code)) ?? sections[0]
  const leaves = (await ask('', publication.category, {})).flatMap(({ children }) => children)
  const category = leaves.find(({ sections_allowed: allowed }) => allowed.length === 0)
  if (!section || !category) throw new Error('The programme has no categories')
  return { section: section.id, category: category.id }
}

/** Everybody who writes while the server is killed. */
export async function people(site: Site, ask = askOf(site)) {
  const email = ACCOUNTS[0]
  const token = await tokenOf(site, email)
  const files = await uploadPictures(ask, site, token)
  const place = await openPlace(ask, token)

  const judge = await tokenOf(site, ACCOUNTS[2])
  // The contract's name for entries that wait for a score.
  const { list } = await ask(judge, subjudges.subJuryAwardList, { state: 'todo' })
  const sheet = list[0]
  if (!sheet) throw new Error('The juror has nothing to score')
  return {
    entrant: entrant({
      ...{ ask, site, token, email, files, ...place },
    }),
    uploader: uploader(ask, site, token),
    guest: guest(ask, ACCOUNTS[1]),
    newcomers: newcomers(ask, site),
    juror: juror(ask, judge, sheet.apply_order_id),
  }
}
export type People = Awaited<ReturnType<typeof people>>

/** Writes until the server is killed; anything but a lost connection is a failure. */
export async function workUntilKilled(
  everybody: People,
  kill: () => Promise<void>,
  { shortest, longest } = WORK_MS,
) {
  const running = Object.values(everybody).map(({ run }) =>
    run().catch((error: unknown) => {
      if (!(error instanceof Lost)) throw error
      return error
    }),
  )
  await Promise.race([
    pause(shortest + Math.random() * (longest - shortest)),
    ...running.map(async (one) => {
      throw new Error('Somebody ended before the kill', { cause: await one })
    }),
  ])
  await kill()
  await Promise.all(running)
}

/** The database loses its power too, and has to recover by itself. */
export async function killBoth(site: Site) {
  const [pid] = readFileSync(join(site.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await site.kill()
}
