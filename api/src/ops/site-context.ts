import type { AppContext } from '../start/app-context.ts'
import type { Config } from '../start/config.ts'
import { createContext } from '../start/create-context.ts'
import type { SiteDatabase } from './command-line.ts'

/** Commands queue mails like the server does; sending them is the server's alone. */
const REFUSING_MAIL_TRANSPORT = {
  send: () => Promise.reject(new Error('Mail leaves from the server alone')),
}

/** Runs `work` with what the modules of a site need, then closes that and the database. */
export async function withSiteContext<T>(
  config: Config,
  database: SiteDatabase,
  work: (context: AppContext) => Promise<T>,
): Promise<T> {
  const { context, close } = createContext({
    config,
    connection: database.connection,
    mailTransport: REFUSING_MAIL_TRANSPORT,
  })
  try {
    return await work(context)
  } finally {
    await close()
    await database.close()
  }
}
