import type { CurrentUser } from '@awards/shared/contract'
import { IDENTITIES, LANGUAGES, PERMISSIONS, homeRoute, isRefusal } from '@awards/shared/domain'
import type { CAPABILITIES, Identity, Language, PermissionRow } from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import type { UserRow } from './users.repository.ts'

type Capability = (typeof CAPABILITIES)[number]

/** Who somebody is to the jury. */
export const identityOf = (user: UserRow): Identity =>
  IDENTITIES.find((identity) => identity === user.identity) ?? 0

/** The language that somebody has chosen for the account. */
export const languageOf = (user: Pick<UserRow, 'language'>): Language =>
  LANGUAGES.find((language) => language === user.language) ?? 'en'

/** Names of the calls that the matrix does not refuse to somebody. */
export function permittedCalls(identity: Identity, capabilities: readonly Capability[]): string[] {
  return Object.entries<PermissionRow>(PERMISSIONS)
    .filter(([, row]) => !isRefusal(row[identity]))
    .filter(([, { capability }]) => {
      return identity !== 1 || !capability || capabilities.includes(capability)
    })
    .map(([name]) => name)
}

type Extra = { juror: Actor['juror']; unread: number }

/** The signed-in user for the site: no digest, no billing data, nothing of anybody else. */
export function toCurrentUser(user: UserRow, extra: Extra): CurrentUser {
  const identity = identityOf(user)
  const { juror, unread } = extra
  return {
    id: user.id,
    email: user.email,
    identity,
    display_name: `${user.first_name} ${user.last_name}`,
    first_name: user.first_name,
    last_name: user.last_name,
    company: user.company,
    country: user.country,
    account_type: user.account_type,
    language: languageOf(user),
    home_route: homeRoute(identity),
    permissions: permittedCalls(identity, juror?.capabilities ?? []),
    juror: juror && {
      id: juror.id,
      level: juror.level,
      category_ids: [...juror.category_ids],
      capabilities: [...juror.capabilities],
      agreement_signed: juror.agreement_signed,
    },
    unread,
  }
}
