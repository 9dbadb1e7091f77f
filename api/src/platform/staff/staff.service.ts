import { randomBytes } from 'node:crypto'
import { registryPaths } from '@awards/shared/platform'
import type { AppContext } from '../../start/app-context.ts'
import { tokenDigest } from '../../http/authenticate.ts'
import { registryAuditRepository } from '../registry/audit.repository.ts'
import { staffLinksRepository } from './staff-links.repository.ts'

const LINK_MS = 10 * 60_000
const TOKEN = /^[A-Za-z0-9_-]{43}$/

type Context = Pick<AppContext, 'registryDb' | 'clock' | 'config'>

/** Makes a link that works once, within ten minutes, and makes the browser that opens it staff. */
export async function staffLink({ registryDb, clock, config }: Context, owner: string) {
  const now = clock()
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(now.getTime() + LINK_MS)
  await staffLinksRepository(registryDb).add(tokenDigest(token), owner, expires)
  const detail = { what: 'link' }
  await registryAuditRepository(registryDb).record({
    ...{ at: now, actor: owner, action: 'staff', detail },
  })
  const url = `${config.siteUrl}${registryPaths.staff}?link=${token}`
  return { url, expires_at: expires.toISOString() }
}

/** Looks at links without using them, and uses them up. */
export function staffService({ registryDb, clock }: Context) {
  const links = staffLinksRepository(registryDb)
  const audit = registryAuditRepository(registryDb)

  return {
    isGood: async (token: string): Promise<boolean> =>
      TOKEN.test(token) && (await links.ownerOf(tokenDigest(token), clock())) !== undefined,

    async use(token: string): Promise<string | undefined> {
      const now = clock()
      const owner = TOKEN.test(token) ? await links.use(tokenDigest(token), now) : undefined
      if (owner) {
        const detail = { what: 'opened' }
        await audit.record({ at: now, actor: owner, action: 'staff', detail })
      }
      return owner
    },
  }
}
