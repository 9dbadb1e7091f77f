import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { parseConfig } from '../../../api/src/start/parse-config.ts'
import { migrate } from '../../../api/src/db/migrate.ts'
import { createStaffLink } from '../staff/staff.service.ts'
import {
  EXIT,
  openSiteDatabase,
  runCommand,
  UsageError,
} from '../../../api/src/ops/command-line.ts'
import { withSiteContext } from '../../../api/src/ops/site-context.ts'
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

/** Maps arguments to a command; throws a `UsageError` that says what is wrong with them. */
function commandOf([subject, verb, target, ...rest]: string[], owner = ''): Work {
  const needsOwner = () => {
    if (!owner) throw new UsageError('Say for whom it is: --owner "Nadia, jury team"')
  }
  if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much.`)
  if (subject === 'staff-link') {
    if (verb) throw new UsageError(`"${verb}" is too much.`)
    needsOwner()
    return (context) => link(context, owner)
  }
  if (verb === 'list' && !target) return (context) => list(tokensService(context))
  if (verb === 'create') {
    if (!target) throw new UsageError('Name the remote that the token is for, or all.')
    needsOwner()
    return (context) => create(tokensService(context), target, owner)
  }
  if (verb === 'revoke') {
    if (!target) throw new UsageError('Name the token by its id; "token list" shows it.')
    return async (context) => {
      await tokensService(context).revoke(target, operator())
      console.log(`Token ${target} is revoked.`)
    }
  }
  throw new UsageError(verb ? `There is no "token ${verb}".` : 'Say what to do with tokens.')
}

async function run(args: string[]): Promise<number> {
  const options = { owner: { type: 'string' } } as const
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
  const work = commandOf(positionals, values.owner)
  const config = parseConfig(process.env)
  const registry = config.registryDatabaseUrl
  const database = registry
    ? { connection: registry, close: async () => undefined }
    : await openSiteDatabase(config)
  return withSiteContext(config, database, async (context) => {
    await migrate(context.registryDb)
    await work(context)
    return EXIT.done
  })
}

await runCommand(run, USAGE, { refused: 1, isKnown: (error) => error instanceof Refusal })
