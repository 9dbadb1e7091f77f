import { createLog } from '../src/observability/log.ts'
import { bookJobs } from '../src/modules/accounting/e-invoice-platform.ts'
import { webhookJobs } from '../src/modules/webhooks/deliver-webhooks.ts'
import { createContext } from '../src/start/create-context.ts'
import { parseConfig } from '../src/start/parse-config.ts'

// A process that sends webhooks or what goes to the approved platform from the job queue, as a server does, until it is
// killed.
const JOBS: Record<string, typeof bookJobs> = { webhooks: webhookJobs, books: bookJobs }
const [, , socketDir = '', database = '', jobs = ''] = process.argv
const { context } = createContext({
  config: parseConfig(process.env),
  connection: { socketDir, database },
  mailTransport: { send: async () => undefined },
  log: createLog('error'),
})
JOBS[jobs]?.(context)
await context.jobs.start({ isOnlyProcess: true })
console.log('SENDING')
