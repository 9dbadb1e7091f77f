import { Billing, type CurrentUser, type Profile, type SessionRow } from '@awards/shared/contract'
import {
  IDENTITIES,
  LANGUAGES,
  PERMISSIONS,
  homeRoute,
  isRefusal,
  type AccountRight,
  type CAPABILITIES,
  type Identity,
  type Language,
  type PermissionRow,
} from '@awards/shared/domain'
import { effectiveRights } from '../../http/actor.ts'
import type { Consent, UserRow, AccountActor } from './users.repository.ts'
import type { DeviceRow, LiveSession } from './sessions.repository.ts'

type Capability = (typeof CAPABILITIES)[number]

/** The role of a user: entrant (0) or juror of a level. */
export const identityOf = (user: Pick<UserRow, 'identity'>): Identity =>
  IDENTITIES.find((identity) => identity === user.identity) ?? 0

/** The language of the account, English if the stored one is not supported. */
export const languageOf = (user: Pick<UserRow, 'language'>): Language =>
  LANGUAGES.find((language) => language === user.language) ?? 'en'

const permittedCache = new Map<string, readonly string[]>()

/** Names of the calls that PERMISSIONS allows; cached by role, capabilities and rights, of which there are few combinations. */
function permittedCalls(
  identity: Identity,
  capabilities: readonly Capability[],
  rights: readonly AccountRight[],
) {
  const key = [identity, ...capabilities, ...rights].join(' ')
  const calls = permittedCache.get(key) ?? computePermittedCalls(identity, capabilities, rights)
  permittedCache.set(key, calls)
  return calls
}

function computePermittedCalls(
  identity: Identity,
  capabilities: readonly Capability[],
  rights: readonly AccountRight[],
): readonly string[] {
  const byIdentity = (row: PermissionRow) =>
    !isRefusal(row[identity]) &&
    (identity !== 1 || !row.capability || capabilities.includes(row.capability))
  return Object.entries<PermissionRow>(PERMISSIONS)
    .filter(([, row]) => (row.right && rights.includes(row.right)) || byIdentity(row))
    .map(([name]) => name)
}

/** The signed-in user for the front end, without password hash and billing data. */
export function toCurrentUser(actor: AccountActor): CurrentUser {
  const identity = identityOf(actor)
  const { juror } = actor
  const rights = effectiveRights(actor)
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
    home_route: homeRoute(identity, rights),
    permissions: [...permittedCalls(identity, juror?.capabilities ?? [], rights)],
    rights: [...rights],
    juror: juror && {
      id: juror.id,
      level: juror.level,
      category_ids: [...juror.category_ids],
      capabilities: [...juror.capabilities],
      agreement_signed: juror.agreement_signed,
    },
    unread: actor.unread,
    seen_by: actor.seen_by ? { name: actor.seen_by.name, until: actor.seen_by.until } : null,
  }
}

/** Maps a row of `users` to the profile that its owner edits. */
export function toProfile(user: UserRow, consents: readonly Consent[]): Profile {
  return {
    email: user.email,
    account_type: user.account_type,
    first_name: user.first_name,
    last_name: user.last_name,
    company: user.company ?? '',
    school: user.school ?? '',
    job_title: user.job_title ?? '',
    country: user.country ?? '',
    area_code: user.area_code ?? '',
    phone: user.phone ?? '',
    language: languageOf(user),
    newsletter: user.newsletter_opt_in_at !== null,
    // Billing data of an older shape that no longer parses is dropped.
    billing: Billing.partial().nullable().catch(null).parse(user.billing),
    consents: consents.map(({ at, ...consent }) => ({ ...consent, at: at.toISOString() })),
    created_at: user.created_at.toISOString(),
  }
}

/** Maps a session or a trusted device for its owner, without the token hash. `is_current` compares with `token`. */
export const toSessionRow = (row: LiveSession | DeviceRow, token: Buffer): SessionRow => ({
  id: row.id,
  user_agent: row.user_agent ?? '',
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  is_current: row.token_hash.equals(token),
})
