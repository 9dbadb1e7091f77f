import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { ConfigError, StartError } from '../../../api/src/lib/errors.ts'
import { parseConfig } from '../../../api/src/start/parse-config.ts'
import { createContext } from '../../../api/src/start/create-context.ts'
import { migrate } from '../../../api/src/db/migrate.ts'
import { createStaffLink } from '../staff/staff.service.ts'
import { openSiteDatabase } from '../../../api/src/ops/command-line.ts'
import { Refusal } from './registry-input.ts'
import { tokensService } from './tokens.service.ts'

const USAGE = `Usage: npm run mfe -- token create <remote|all> --owner <name>   make a deploy token and show it once
       npm run mfe -- token list                                  who has one, and when it was used
       npm run mfe -- token revoke <id>                           make one useless
       npm run mfe -- staff-link --owner <name>                   make a browser staff, which may pin previews`

type Tokens = ReturnType<typeof tokensService>

/** Actor for the audit log. Needs no token: the command requires shell access to the server. */
const operator = () => `operator ${userInfo().username}`

async function create(tokens: Tokens, scope: string, owner: string) {
  // The command line says `all`, since a shell would expand `*` to file names.
  const covered = scope === 'all' ? '*' : scope
  const { id, token } = await tokens.create(covered, owner, operator())
  console.log(`Token ${id} for ${covered === '*' ? 'all remotes' : covered}, owned by ${owner}:\n`)
  console.log(`  ${token}\n`)
  console.log('It is shown this once. Keep it as the secret MFE_TOKEN of the CI, or of the person.')
}

async function list(tokens: Tokens) {
  const rows = await tokens.list()
  if (rows.length === 0) console.log('There is no token yet. "token create" makes one.')
  for (const { id, scope, owner, created_at, last_used_at, revoked_at } of rows) {
    const used = last_used_at ? `used ${last_used_at.toISOString()}` : 'never used'
    const state = revoked_at ? `revoked ${revoked_at.toISOString()}` : used
    console.log([id, scope.padEnd(12), owner, `made ${created_at.toISOString()}`, state].join('  '))
  }
}

async function link(context: AppContext, owner: string) {
  const { url, expires_at } = await createStaffLink(context, owner)
  console.log(`Open this in the browser of ${owner} before ${expires_at}; it works once:\n`)
  console.log(`  ${url}\n`)
  console.log('The site has to run with PINS=preview. The browser is staff for eight hours.')
}

type Work = (context: AppContext) => Promise<void>

/** Maps arguments to a command; undefined if they are invalid. */
function commandOf([subject, verb, target = '']: string[], owner = ''): Work | undefined {
  if (subject === 'staff-link' && !verb && owner) return (context) => link(context, owner)
  if (subject !== 'token') return undefined
  if (verb === 'list') return (context) => list(tokensService(context))
  if (verb === 'create' && target && owner) {
    return (context) => create(tokensService(context), target, owner)
  }
  if (verb === 'revoke' && target) {
    return async (context) => {
      await tokensService(context).revoke(target, operator())
      console.log(`Token ${target} is revoked.`)
    }
  }
  return undefined
}

async function run(args: string[]): Promise<number> {
  const options = { owner: { type: 'string' } } as const
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
  const work = commandOf(positionals, values.owner)
  if (!work) {
    console.error(USAGE)
    return 2
  }
  const config = parseConfig(process.env)
  const shared = config.registryDatabaseUrl
  const database = shared
    ? { connection: shared, close: async () => undefined }
    : await openSiteDatabase(config)
  const mailTransport = {
    send: () => Promise.reject(new Error('Mail leaves from the server alone')),
  }
  const { context, close } = createContext({
    config,
    connection: database.connection,
    mailTransport,
  })
  try {
    await migrate(context.registryDb)
    await work(context)
    return 0
  } finally {
    await close()
    await database.close()
  }
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  const isBadCall = error instanceof TypeError && 'code' in error
  const isKnown =
    error instanceof StartError || error instanceof ConfigError || error instanceof Refusal
  console.error(isBadCall ? `${error.message}\n${USAGE}` : isKnown ? error.message : error)
  return error instanceof ConfigError || isBadCall ? 2 : 1
})
