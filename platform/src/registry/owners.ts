import { READ_ONLY, type RemoteOwners } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { tokensRepository } from './authorization.repository.ts'
import { noticesRepository } from './rollout/notices.repository.ts'

/** Who has a lasting token for each remote (`*` for all of them), and who is told of a release that is stopped. */
export async function remoteOwners({
  registryDb,
}: Pick<AppContext, 'registryDb'>): Promise<RemoteOwners> {
  const [tokens, contacts] = await Promise.all([
    tokensRepository(registryDb).list(),
    noticesRepository(registryDb).allOwners(),
  ])
  // A browser's token ends by itself: it says who looked, not who owns.
  const lasting = tokens.filter(
    ({ scope, revoked_at, expires_at }) => !revoked_at && !expires_at && scope !== READ_ONLY,
  )
  const names = new Set([...lasting.map(({ scope }) => scope), ...contacts.map(({ name }) => name)])
  return [...names].sort().map((name) => ({
    name,
    owners: [...new Set(lasting.filter(({ scope }) => scope === name).map(({ owner }) => owner))],
    // The address of a webhook may hold a secret, so it is only said that there is one.
    told: contacts
      .filter((one) => one.name === name)
      .flatMap(({ mail, webhook_url }) => [mail, webhook_url && new URL(webhook_url).host])
      .filter((one): one is string => Boolean(one)),
  }))
}
