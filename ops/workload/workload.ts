import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountPool } from './accounts.ts'
import { apiClient } from './api-client.ts'
import { entrant } from './entrant.ts'
import { juror } from './juror.ts'
import { demoPhotographs } from './photographs.ts'
import { uploader } from './uploads.ts'
import { virtualUsers } from './virtual-users.ts'
import { newcomers, sessionUser } from './visitors.ts'
import { writeLog } from './write-log.ts'

/** A site with the demo programme, the simulators beside it, and the address of its database. */
export type Target = { url: string; wallet: string; mailbox: string; database: string }

/**
 * One of everybody who writes, at full speed and without end: an entrant who pays, somebody who uploads, somebody
 * who signs in and out, newcomers who register, a juror. `password` is that of the demo's accounts.
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

/** The database loses its power together with the site, and has to recover by itself. */
export async function killWithDatabase(site: { dataDir: string; kill: () => Promise<void> }) {
  const [pid] = readFileSync(join(site.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await site.kill()
}
