import type { Answer, oidc, Parsed } from '@awards/shared/contract'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { languageOf } from '../account.mapper.ts'
import { requireFreshSignIn } from '../step-up.service.ts'
import type { Browser } from '../sign-in-lock.ts'
import { usersRepository, type UserRow } from '../users.repository.ts'
import { requireWayIn } from '../sign-in-lock.ts'
import { oidcAttempts, type Proven } from './oidc-attempts.ts'
import { refuse } from './oidc-refusals.ts'
import { oidcIdentitiesRepository, type IdentityRecord } from './oidc.repository.ts'
import type { OidcProviders } from './oidc-sign-in.service.ts'

const LIMIT = 10

/** The organisations that an account is linked to. The audit log, which is kept for years, learns the provider alone. */
export function oidcLinksService(context: AppContext, providers: OidcProviders) {
  const { config, db, clock, mail } = context
  const attempts = oidcAttempts(context)

  const withAccount = <T>(
    actor: Actor,
    change: (trx: Db, owner: UserRow, owned: IdentityRecord[]) => Promise<T>,
  ) =>
    db.transaction().execute(async (trx) => {
      const owner = await usersRepository(trx).lock(actor.id)
      if (!owner) throw gone()
      return change(trx, owner, await oidcIdentitiesRepository(trx).ofUser(actor.id))
    })

  const providerOf = ({ issuer }: Pick<IdentityRecord, 'issuer'>) =>
    config.providers.find((one) => one.issuer === issuer)

  function labelOf(identity: Pick<IdentityRecord, 'issuer'>) {
    const { host } = new URL(identity.issuer)
    return providerOf(identity)?.label ?? { en: host, fr: host, zh: host }
  }

  const tell = (
    trx: Db,
    owner: UserRow,
    template: 'organisation_linked' | 'organisation_unlinked',
    identity: Pick<IdentityRecord, 'issuer'>,
  ) => {
    const language = languageOf(owner)
    const params = { organisation: labelOf(identity)[language] }
    return mail.enqueue(trx, { to: owner.email, template, language, params })
  }

  /** Whether the attempt may be linked by this caller: begun in the account, or with the address of the account. */
  function requireOwn({ user_id, email, email_verified }: Proven, owner: UserRow) {
    if (user_id !== null) {
      if (user_id !== owner.id) throw refuse('OIDC_OTHER_ACCOUNT')
    } else if (!email_verified || email !== owner.email) throw refuse('OIDC_OTHER_ACCOUNT')
  }

  return {
    async list(actor: Actor): Promise<Answer<typeof oidc.list>> {
      const owned = await oidcIdentitiesRepository(db).ofUser(actor.id)
      const owner = await usersRepository(db).find(actor.id)
      return {
        identities: owned.map((row) => ({
          identity_id: row.id,
          label: labelOf(row),
          email: row.email,
          linked_at: row.linked_at.toISOString(),
          last_used_at: row.last_used_at?.toISOString() ?? null,
        })),
        providers: config.providers.map(({ id, label }) => ({ id, label })),
        is_only_way: owner?.has_password === false,
      }
    },

    requireFresh: (token: Buffer) => requireFreshSignIn(context, token),

    async link(
      actor: Actor,
      { attempt: named }: Parsed<typeof oidc.link>,
      { token, browser }: { token: Buffer; browser: Browser },
    ) {
      await requireFreshSignIn(context, token)
      const attempt = await attempts.current(browser, named)
      const { issuer, subject, email } = attempt
      const { id } = providers.require(attempt.provider)
      const label = labelOf(attempt)
      await withAccount(actor, async (trx, owner, owned) => {
        await requireFreshSignIn({ db: trx, clock }, token)
        requireOwn(attempt, owner)
        if (owned.some((one) => one.issuer === issuer && one.subject === subject)) return
        if (owned.length >= LIMIT) throw refuse('OIDC_LIMIT')
        const identity = { user_id: owner.id, issuer, subject, email, linked_at: clock() }
        if (!(await oidcIdentitiesRepository(trx).add(identity))) throw refuse('OIDC_TAKEN')
        await auditRepository(trx).record(actor, 'organisation.linked', owner.id, {
          after: { provider: id },
        })
        await tell(trx, owner, 'organisation_linked', identity)
      })
      await attempts.finish(attempt, browser)
      return { label }
    },

    async unlink(actor: Actor, identityId: string, token: Buffer) {
      await requireFreshSignIn(context, token)
      return withAccount(actor, async (trx, owner, owned) => {
        const identity = owned.find(({ id }) => id === identityId)
        if (!identity) throw gone()
        await oidcIdentitiesRepository(trx).remove(identity.id)
        await requireWayIn(trx, config, owner)
        await auditRepository(trx).record(actor, 'organisation.unlinked', owner.id, {
          before: { provider: providerOf(identity)?.id ?? new URL(identity.issuer).host },
        })
        await tell(trx, owner, 'organisation_unlinked', identity)
        return { unlinked: true }
      })
    },
  }
}

const gone = () => new BusinessError(404, 'Your account has no such link. Reload the list to see.')
