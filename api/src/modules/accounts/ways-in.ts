import type { Db } from '../../db/database.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { Config } from '../../start/config.ts'
import { oidcIdentitiesRepository } from './oidc/oidc.repository.ts'
import { passkeysRepository } from './passkeys/passkeys.repository.ts'
import type { UserRow } from './users.repository.ts'

/**
 * Called after a passkey or an organisation was taken away: throws 409, which takes that back, where the account has nothing
 * left to sign in with. A passkey that was stopped and an organisation that the site offers no more let nobody in.
 */
export async function requireWayIn(
  trx: Db,
  { providers }: Pick<Config, 'providers'>,
  owner: Pick<UserRow, 'id' | 'has_password'>,
) {
  if (owner.has_password) return
  const owned = await passkeysRepository(trx).ofUser(owner.id)
  if (owned.some(({ stopped_at }) => stopped_at === null)) return
  const linked = await oidcIdentitiesRepository(trx).ofUser(owner.id)
  if (linked.some(({ issuer }) => providers.some((one) => one.issuer === issuer))) return
  throw new BusinessError(
    409,
    'This is your only way in. Choose a password with “Forgot your password?”, or add a passkey first.',
    { reason: 'OIDC_LAST_WAY' },
  )
}
