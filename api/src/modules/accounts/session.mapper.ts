import type { CurrentUser } from '@awards/shared/contract'
import { IDENTITIES, LANGUAGES, PERMISSIONS, homeRoute, isRefusal } from '@awards/shared/domain'
import type { CAPABILITIES, Identity, Language, PermissionRow } from '@awards/shared/domain'
import type { AccountActor } from './account-actor.ts'
import type { UserRow } from './users.repository.ts'

type Capability = (typeof CAPABILITIES)[number]

/** Who somebody is to the jury. */
export const identityOf = (user: Pick<UserRow, 'identity'>): Identity =>
  IDENTITIES.find((identity) => identity === user.identity) ?? 0

/** The language that somebody has chosen for the account. */
export const languageOf = (user: Pick<UserRow, 'language'>): Language =>
  LANGUAGES.find((language) => language === user.language) ?? 'en'

const permitted = new Map<string, readonly string[]>()

/** Names of the calls that the matrix does not refuse to somebody: there are few kinds of people. */
function permittedCalls(identity: Identity, capabilities: readonly Capability[]) {
  const kind = [identity, ...capabilities].join(' ')
  const known = permitted.get(kind) ?? permittedTo(identity, capabilities)
  permitted.set(kind, known)
  return known
}

function permittedTo(identity: Identity, capabilities: readonly Capability[]): readonly string[] {
  return Object.entries<PermissionRow>(PERMISSIONS)
    .filter(([, row]) => !isRefusal(row[identity]))
    .filter(([, { capability }]) => {
      return identity !== 1 || !capability || capabilities.includes(capability)
    })
    .map(([name]) => name)
}

/** The signed-in user for the site: no digest, no billing data, nothing of anybody else. */
export function toCurrentUser(actor: AccountActor): CurrentUser {
  const identity = identityOf(actor)
  const { juror } = actor
  return {
    id: actor.id,
    email: actor.email,
    identity,
    display_name: actor.display_name,
    first_name: actor.first_name,
    last_name: actor.last_name,
    company: actor.company,
    country: actor.country,
    account_type: actor.account_type,
    language: languageOf(actor),
    home_route: homeRoute(identity),
    permissions: [...permittedCalls(identity, juror?.capabilities ?? [])],
    juror: juror && {
      id: juror.id,
      level: juror.level,
      category_ids: [...juror.category_ids],
      capabilities: [...juror.capabilities],
      agreement_signed: juror.agreement_signed,
    },
    unread: actor.unread,
  }
}
