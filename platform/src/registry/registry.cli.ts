import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { isRemoteId } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { newWebhookSecret } from '../../../api/src/lib/standard-webhooks.ts'
import { parseConfig } from '../../../api/src/start/parse-config.ts'
import { migrate } from '../../../api/src/db/migrate.ts'
import { createStaffLink } from '../staff/staff.service.ts'
import {
  EXIT,
  openSiteDatabase,
  runCommand,
  UsageError,
  withSiteContext,
} from '../../../api/src/ops/command-line.ts'
import { Refusal } from './registry-input.ts'
import { registryAuditRepository } from './authorization.repository.ts'
import { noticesRepository } from './rollout/rollouts.repository.ts'
import { tokensService } from './authorization.ts'

const USAGE = `Usage: npm run mfe -- token create <remote|all> --owner <name>   make a deploy token and show it once
       npm run mfe -- token list                                  who has one, and when it was used
       npm run mfe -- token revoke <id>                           make one useless
       npm run mfe -- staff-link --owner <name> [--remote <remote|all>]
                                                                  make a browser staff: it sees releases, pins previews,
                                                                  and changes those of the remote on the page /releases
       npm run mfe -- owner set <remote|all> [--mail <address>] [--webhook <https://…>]
                                                                  who is told of a release that was stopped
       npm run mfe -- owner list | remove <remote|all>`

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
  for (const { id, scope, owner, created_at, last_used_at, revoked_at, expires_at } of rows) {
    const used = last_used_at ? `used ${last_used_at.toISOString()}` : 'never used'
    const ends = expires_at ? `  a browser until ${expires_at.toISOString()}` : ''
    const state = revoked_at ? `revoked ${revoked_at.toISOString()}` : used + ends
    console.log([id, scope.padEnd(12), owner, `made ${created_at.toISOString()}`, state].join('  '))
  }
}

async function link(context: AppContext, owner: string, remote: string | undefined) {
  const scope = remote === 'all' ? '*' : remote
  const { url, expires_at } = await createStaffLink(context, owner, scope)
  const may = scope ? `changes ${remote} at /releases` : 'sees releases'
  console.log(`Open this in the browser of ${owner} before ${expires_at}; it works once:\n`)
  console.log(`  ${url}\n`)
  console.log(
    `The browser ${may} for eight hours; "token list" shows it, "token revoke" ends it. ` +
      'Where the site has PINS=preview, it pins previews too.',
  )
}

type Contact = { readonly mail: string | undefined; readonly webhook: string | undefined }

/** Stores who is told about a remote. A webhook gets a new signing secret, which is shown once. */
async function setOwner(context: AppContext, target: string, { mail, webhook }: Contact) {
  const name = target === 'all' ? '*' : target
  const secret = webhook === undefined ? null : newWebhookSecret()
  const owner = { mail: mail ?? null, webhook_url: webhook ?? null, webhook_secret: secret }
  await noticesRepository(context.registryDb).saveOwner({ name, ...owner })
  await auditOwner(context, target, { mail: owner.mail, webhook: owner.webhook_url })
  const told = [mail, webhook].filter(Boolean).join(' and ')
  console.log(`${told} will be told when a release of ${target} is stopped.`)
  if (!secret) return
  console.log(
    `\nThe webhook is signed (Standard Webhooks). Its secret is shown this once:\n\n  ${secret}`,
  )
}

const auditOwner = ({ registryDb, clock }: AppContext, target: string, detail: object) =>
  registryAuditRepository(registryDb).record({
    at: clock(),
    actor: operator(),
    action: 'owner',
    name: target === 'all' ? null : target,
    detail: { target, ...detail },
  })

async function listOwners({ registryDb }: AppContext) {
  const owners = await noticesRepository(registryDb).allOwners()
  if (owners.length === 0) console.log('Nobody is told yet. "owner set" names somebody.')
  for (const { name, mail, webhook_url } of owners) {
    console.log([name === '*' ? 'all' : name, mail ?? '-', webhook_url ?? '-'].join('  '))
  }
}

const IS_MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** Plain HTTP only to this machine: a payload may not travel where others can read or change it. */
const isWebhookUrl = (text: string) =>
  URL.canParse(text) && /^(https:$|http:\/\/localhost[:/])/.test(webhookOrigin(text))
const webhookOrigin = (text: string) => {
  const { protocol, hostname } = new URL(text)
  return protocol === 'http:' ? `http://${hostname}/` : protocol
}

function ownerCommand(verb = '', target = '', { mail, webhook }: Contact): Work {
  if (verb === 'list' && !target) return listOwners
  if (!target || !(target === 'all' || isRemoteId(target))) {
    throw new UsageError('Name the remote, or all: owner set mf-jury --mail nadia@example.org')
  }
  if (verb === 'remove') {
    return async (context) => {
      const name = target === 'all' ? '*' : target
      const was = await noticesRepository(context.registryDb).removeOwner(name)
      if (was) await auditOwner(context, target, { removed: true })
      console.log(was ? `Nobody is told of ${target} any more.` : `Nobody was told of ${target}.`)
    }
  }
  if (verb !== 'set') throw new UsageError(`There is no "owner ${verb}".`)
  if (!mail && !webhook)
    throw new UsageError('Give --mail <address>, --webhook <https://…>, or both.')
  if (mail && !IS_MAIL.test(mail)) throw new UsageError(`--mail ${mail} is no address.`)
  if (webhook && !isWebhookUrl(webhook)) {
    throw new UsageError(`--webhook ${webhook}: it has to begin with https://, or be on localhost.`)
  }
  return (context) => setOwner(context, target, { mail, webhook })
}

type Work = (context: AppContext) => Promise<void>

/** Maps arguments to a command; throws a `UsageError` that says what is wrong with them. */
function commandOf(
  [subject, verb, target, ...rest]: string[],
  {
    owner = '',
    remote,
    ...contact
  }: { owner?: string | undefined; remote: string | undefined } & Contact,
): Work {
  const needsOwner = () => {
    if (!owner) throw new UsageError('Say for whom it is: --owner "Nadia, jury team"')
  }
  if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much.`)
  if (subject === 'owner') return ownerCommand(verb, target, contact)
  if (subject === 'staff-link') {
    if (verb) throw new UsageError(`"${verb}" is too much.`)
    needsOwner()
    return (context) => link(context, owner, remote)
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
  const text = { type: 'string' } as const
  const options = { owner: text, remote: text, mail: text, webhook: text }
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
  const work = commandOf(positionals, {
    owner: values.owner,
    remote: values.remote,
    mail: values.mail,
    webhook: values.webhook,
  })
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
