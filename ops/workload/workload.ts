import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountPool } from './accounts.ts'
import { apiClient } from './api-client.ts'
import { entrant } from './entrant.ts'
import { juror } from './juror.ts'
import { demoPhotographs, uploader } from './uploads.ts'
import { virtualUsers } from './virtual-users.ts'
import { newcomers, sessionUser } from './visitors.ts'
import { writeLog } from './write-log.ts'

/** URLs of a demo site, its simulators and its database. */
export type Target = { url: string; wallet: string; mailbox: string; database: string }

/**
 * A mixed workload at full speed, endless: an entrant who pays, an uploader, a user who signs in and out, registrations,
 * and a juror. `password` is the one of the demo accounts.
 */
export async function mixedWorkload({ url, wallet, mailbox, database }: Target, password: string) {
  const log = writeLog()
  const { entrants, seats, category } = await accountPool(database, {
    password,
    entrants: 2,
    jurors: 1,
  })
  const [author, guest] = entrants
  const [seat] = seats
  if (!author || !guest || !seat) throw new Error('The demo has nothing that a juror could score')
  const users = virtualUsers(apiClient(url))
  const { api } = users
  const everybody = {
    entrant: entrant({
      api,
      target: {
        url,
        wallet,
      },
      log,
      account: author,
      category,
      pictures: demoPhotographs,
    }),
    uploader: uploader({ api, url, log }, author),
    sessions: sessionUser(api, log, guest),
    newcomers: newcomers(api, log, mailbox),
    juror: juror({ api, log, seat }),
  }
  return { log, everybody, ...users }
}

/** Kills database and site at once, as a power failure; the database has to recover. */
export async function killWithDatabase(site: { dataDir: string; kill: () => Promise<void> }) {
  const [pid] = readFileSync(join(site.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await site.kill()
}
