import type { FastifyRequest } from 'fastify'
import type { Answer, oidc, Parsed } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { perNetwork, type LimitRule } from '../../../http/limits.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { languageOf } from '../account.mapper.ts'
import { emailCodeService } from '../email-code.service.ts'
import type { RegistrationService } from '../registration.service.ts'
import type { Origin } from '../session-token.ts'
import type { SessionService } from '../session.service.ts'
import { type Browser, requireWayIn } from '../sign-in-lock.ts'
import { stepUpService, type Admission, requireFreshSignIn } from '../step-up.service.ts'
import { usersRepository, type UserRow } from '../users.repository.ts'
import { nameOf, oidcAttempts, type Proven } from './oidc-attempts.ts'
import type { OidcProvider } from './oidc-config.ts'
import { oidcIdentitiesRepository, type IdentityRecord } from './oidc.repository.ts'
import { refuse, openid, type OpenId } from './openid.ts'

/** Attempts, each a row for a day and a request to the provider. */
const ATTEMPTS_PER_NETWORK: LimitRule = { points: 100, seconds: 900 }

/** Limits of the way there, back and on. */
const STEPS = ['oidc_begin', 'oidc_return', 'oidc_resume'] as const

/** The providers of the installation, each with what it has said of itself. */
export function oidcProviders(context: AppContext) {
  const clients = new Map<string, OpenId>()
  const { providers } = context.config
  return {
    /** Throws 404 for a provider that the site does not offer. */
    require(id: string): OidcProvider {
      const provider = providers.find((one) => one.id === id)
      if (provider) return provider
      throw new BusinessError(
        404,
        'This site does not offer that organisation. Use another way to sign in.',
      )
    },
    clientOf(provider: OidcProvider): OpenId {
      const client = clients.get(provider.id) ?? openid(provider, context)
      clients.set(provider.id, client)
      return client
    },
  }
}
type OidcProviders = ReturnType<typeof oidcProviders>

type Services = {
  sessions: SessionService
  registration: RegistrationService
  providers: OidcProviders
}

/** Sign-in by way of an organisation: there and back, then a session, a second factor, a link or a new account. */
export function oidcSignInService(
  context: AppContext,
  { sessions, registration, providers }: Services,
) {
  const { config, db, clock, limits } = context
  const attempts = oidcAttempts(context)
  const stepUp = stepUpService(context)
  const codes = emailCodeService(context)
  const perNetworkRule = perNetwork(ATTEMPTS_PER_NETWORK, config.mode)

  /** The account of an identity; undefined for one that nobody has linked. */
  async function ownerOf({ issuer, subject }: Proven): Promise<UserRow | undefined> {
    const identity = await oidcIdentitiesRepository(db).find(issuer, subject)
    const owner = identity && (await usersRepository(db).find(identity.user_id))
    if (!identity || !owner) return undefined
    if (owner.status === 'active') return owner
    await auditRepository(db).record(null, 'session.refused', owner.id)
    throw refuse('OIDC_CLOSED')
  }

  /** A sign-in that has come back to this browser; not a link, which takes the session that has begun it. */
  async function currentSignIn(browser: Browser, named: string | undefined) {
    const attempt = await attempts.current(browser, named)
    if (attempt.user_id !== null) throw refuse('OIDC_UNKNOWN')
    return { attempt, provider: providers.require(attempt.provider) }
  }

  /** Opens the session. What the provider says of a second factor (`amr`) counts for nothing: it is not ours. */
  async function enter(
    owner: UserRow,
    {
      attempt,
      browser,
      origin,
      admission: { proven_at, settle } = { proven_at: null },
    }: {
      attempt: Proven
      browser: Browser
      origin: Origin
      admission?: Admission
    },
  ) {
    await attempts.finish(attempt, browser)
    // Counts only those that lead nowhere, since a school signs in from one address.
    const { ip } = browser.request
    for (const name of STEPS) await limits.refund(name, ip, perNetworkRule)
    const identity = await oidcIdentitiesRepository(db).find(attempt.issuer, attempt.subject)
    if (identity) await oidcIdentitiesRepository(db).noteUse(identity.id, clock())
    return sessions.enter(owner, { ...origin, proven_at }, browser, { by: 'organisation', settle })
  }

  /** What somebody may do whom no account knows. */
  async function stepOfStranger(
    attempt: Proven,
    provider: OidcProvider,
  ): Promise<Answer<typeof oidc.resume>> {
    const { id, label, new_accounts } = provider
    const { email, email_verified, first_name, last_name } = attempt
    // An address that the provider has not verified tells nothing: whether it has an account is its owner's business.
    const known = email !== null && email_verified && (await usersRepository(db).findByEmail(email))
    if (email !== null && known && known.status === 'active') {
      return { step: 'link', attempt: nameOf(attempt), provider: { id, label }, email }
    }
    if (!new_accounts) throw refuse('OIDC_NO_ACCOUNT')
    const is_email_trusted = isTrusted(attempt, provider)
    return {
      step: 'register',
      attempt: nameOf(attempt),
      provider: { id, label },
      email,
      is_email_trusted,
      first_name,
      last_name,
    }
  }

  return {
    async begin(
      { provider: id, redirect }: Parsed<typeof oidc.begin>,
      {
        browser,
        language,
        userId,
      }: { browser: Browser; language: Language; userId: string | null },
    ) {
      const provider = providers.require(id)
      await limits.take(STEPS[0], browser.request.ip, perNetworkRule)
      const begun = { provider: id, userId, redirect: redirect ?? null }
      const client = providers.clientOf(provider)
      const binding = await attempts.begin(browser, begun)
      return { url: await client.authorizationUrl(binding, language) }
    },

    /** Takes the answer of a provider; the path of the page that goes on. */
    async return(request: FastifyRequest, id: string, browser: Browser): Promise<string> {
      const provider = providers.require(id)
      await limits.take(STEPS[1], request.ip, perNetworkRule)
      const query = request.url.split('?').slice(1).join('?')
      const row = await attempts.return(browser, id, {
        query,
        openid: providers.clientOf(provider),
      })
      if (row?.user_id) return `/changepassword?with=${id}`
      const wanted = row?.redirect ? `&redirect=${encodeURIComponent(row.redirect)}` : ''
      return `/login?with=${id}${wanted}`
    },

    async resume(
      { attempt: named }: Parsed<typeof oidc.resume>,
      origin: Origin,
      browser: Browser,
    ): Promise<Answer<typeof oidc.resume>> {
      await limits.take(STEPS[2], browser.request.ip, perNetworkRule)
      const { attempt, provider } = await currentSignIn(browser, named)
      const owner = await ownerOf(attempt)
      if (!owner) return stepOfStranger(attempt, provider)
      const { id, label } = provider
      const asked = await stepUp.requestCode(owner, browser)
      if (asked) {
        const { email } = owner
        return { step: 'code', attempt: nameOf(attempt), provider: { id, label }, email, ...asked }
      }
      return { step: 'signed_in', ...(await enter(owner, { attempt, browser, origin })) }
    },

    /** The second factor: the code that `resume` has sent. */
    async confirm(input: Parsed<typeof oidc.confirm>, origin: Origin, browser: Browser) {
      const { attempt } = await currentSignIn(browser, input.attempt)
      const owner = await ownerOf(attempt)
      if (!owner) throw refuse('OIDC_UNKNOWN')
      const admission = await stepUp.admit(owner, input, browser)
      return enter(owner, { attempt, browser, origin, admission })
    },

    /** Opens an account for somebody whom no account knows, and links the identity to it. */
    async register(input: Parsed<typeof oidc.register>, origin: Origin, browser: Browser) {
      const { attempt, provider } = await currentSignIn(browser, input.attempt)
      if ((await ownerOf(attempt)) || !provider.new_accounts) throw refuse('OIDC_UNKNOWN')
      const isVouchedFor = isTrusted(attempt, provider)
      const email = isVouchedFor ? attempt.email : (input.email ?? attempt.email)
      if (email === null) throw new BusinessError(422, { email: ['Give your e-mail address'] })
      await registration.requireTries({ ...input, email }, browser)
      const proof = isVouchedFor
        ? undefined
        : await codes.prove(email, 'register', input.code ?? '', browser.request.ip)
      const owner = await registration.open({ ...input, email }, async (trx, added) => {
        await proof?.use(trx)
        const { issuer, subject, email: named } = attempt
        const now = clock()
        const identity = { user_id: added.id, issuer, subject, email: named, linked_at: now }
        if (!(await oidcIdentitiesRepository(trx).add(identity))) throw refuse('OIDC_TAKEN')
        await auditRepository(trx).record(added, 'organisation.linked', added.id, {
          after: { provider: provider.id },
        })
      })
      return enter(owner, { attempt, browser, origin })
    },
  }
}

/** Whether the operator takes the provider's word for an address. */
const isTrusted = ({ email, email_verified }: Proven, { trust_verified_email }: OidcProvider) =>
  email !== null && email_verified && trust_verified_email

const MAX_LINKS = 10

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
        if (owned.length >= MAX_LINKS) throw refuse('OIDC_LIMIT')
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
