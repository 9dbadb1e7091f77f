import { createLog } from '../src/observability/log.ts'
import { webhookJobs } from '../src/modules/webhooks/deliver-webhooks.ts'
import { createContext } from '../src/start/create-context.ts'
import { parseConfig } from '../src/start/parse-config.ts'

// A process that sends webhooks from the job queue, as a server does, until it is killed.
const [, , socketDir = '', database = ''] = process.argv
const { context } = createContext({
  config: parseConfig(process.env),
  connection: { socketDir, database },
  mailTransport: { send: async () => undefined },
  log: createLog('error'),
})
webhookJobs(context)
await context.jobs.start({ isOnlyProcess: true })
console.log('SENDING')
