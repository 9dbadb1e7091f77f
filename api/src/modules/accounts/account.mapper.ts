import { Billing } from '@awards/shared/contract'
import type { Profile, SessionRow } from '@awards/shared/contract'
import type { Consent } from './consents.repository.ts'
import { languageOf } from './session.mapper.ts'
import type { DeviceRow } from './devices.repository.ts'
import type { LiveSession } from './sessions.repository.ts'
import type { UserRow } from './users.repository.ts'

/** A row of `users` as its owner sees it. */
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
    // What an older version of the site stored is left out where it no longer fits.
    billing: Billing.partial().nullable().catch(null).parse(user.billing),
    consents: consents.map(({ at, ...consent }) => ({ ...consent, at: at.toISOString() })),
    created_at: user.created_at.toISOString(),
  }
}

/** A session, or a trusted device, as its owner sees it, without the digest of its token. */
export const toSessionRow = (row: LiveSession | DeviceRow, token: Buffer): SessionRow => ({
  id: row.id,
  user_agent: row.user_agent ?? '',
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  is_current: row.token_hash.equals(token),
})
