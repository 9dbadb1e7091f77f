import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { BusinessError } from '../../../http/business-error.ts'
import { readCookie, setCookie } from '../../../http/cookies.ts'
import { MINUTE_MS } from '../../../lib/time.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Browser } from '../sign-in-lock.ts'
import { attemptExpired, isRefusal, refuse, type Binding, type OpenId } from './openid.ts'
import { oidcAttemptsRepository, type AttemptRecord } from './oidc.repository.ts'
import { tokenDigest } from '../../../lib/signed-token.ts'

const MINUTES = 10
const TOKEN = /^[\w-]{43}$/
const newToken = () => randomBytes(32).toString('base64url')

/** An attempt that has come back with an identity. */
export type Proven = AttemptRecord & { readonly issuer: string; readonly subject: string }

/** What a page calls its attempt: the hash of the state, which says nothing without the cookie of the browser. */
export const nameOf = ({ state_hash }: Proven) => state_hash.toString('base64url')

/**
 * Sign-ins on their way to a provider and back: each in one browser, for ten minutes and one use. The browser is known by
 * a random cookie; only together with the state does it give nonce and code verifier, so that neither the table nor the
 * address that comes back is of use to anybody else.
 */
export function oidcAttempts({ config, db, clock }: AppContext) {
  const isSecure = config.siteUrl.startsWith('https:')
  const cookie = isSecure ? '__Host-oidc' : 'oidc'

  function tokenOf(request: FastifyRequest): string | undefined {
    const value = readCookie(request, cookie)
    return value !== undefined && TOKEN.test(value) ? value : undefined
  }
  const put = ({ reply }: Browser, value: string, seconds: number) =>
    setCookie(reply, { name: cookie, value, seconds, sameSite: 'Lax', isSecure })

  const bindingOf = (browser: string, state: string): Binding => {
    const derive = (purpose: string) =>
      createHmac('sha256', browser).update(`${purpose}\n${state}`).digest('base64url')
    return { state, nonce: derive('nonce'), verifier: derive('verifier') }
  }

  /** The attempt of this browser that a page is about, or the last to return; throws what has become of it. */
  async function current({ request }: Browser, attempt?: string): Promise<Proven> {
    const token = tokenOf(request)
    const state = attempt === undefined ? undefined : Buffer.from(attempt, 'base64url')
    const row = token && (await oidcAttemptsRepository(db).current(tokenDigest(token), state))
    if (!row || row.done_at) throw refuse('OIDC_UNKNOWN')
    if (row.expires_at <= clock()) throw attemptExpired()
    if (row.refusal !== null) throw refuse(isRefusal(row.refusal) ? row.refusal : 'OIDC_FAILED')
    const { issuer, subject } = row
    if (issuer === null || subject === null) throw refuse('OIDC_UNKNOWN')
    return { ...row, issuer, subject }
  }

  return {
    /** Notes an attempt and binds it to the browser. Several tabs share the cookie. */
    async begin(
      browser: Browser,
      given: { provider: string; userId: string | null; redirect: string | null },
    ): Promise<Binding> {
      const token = tokenOf(browser.request) ?? newToken()
      const state = newToken()
      const now = clock()
      await oidcAttemptsRepository(db).add({
        state_hash: tokenDigest(state),
        browser_hash: tokenDigest(token),
        provider: given.provider,
        user_id: given.userId,
        redirect: given.redirect,
        created_at: now,
        expires_at: new Date(now.getTime() + MINUTES * MINUTE_MS),
      })
      put(browser, token, MINUTES * 60)
      return bindingOf(token, state)
    },

    /**
     * Takes what the provider has sent back by the browser, and keeps the claims for the page that comes next. The state
     * is used up before anything else is looked at. Undefined if this browser has not begun it.
     */
    async return(
      { request }: Browser,
      provider: string,
      { query, openid }: { query: string; openid: OpenId },
    ): Promise<AttemptRecord | undefined> {
      const token = tokenOf(request)
      const state = new URLSearchParams(query).get('state') ?? ''
      if (!token || !TOKEN.test(state)) return undefined
      const attempts = oidcAttemptsRepository(db)
      const digest = tokenDigest(state)
      const begun = { state: digest, browser: tokenDigest(token), provider }
      const row = await attempts.return(begun, clock())
      if (!row || row.expires_at <= clock()) return row
      try {
        await attempts.note(digest, await openid.claimsOf(query, bindingOf(token, state)))
      } catch (error) {
        const reason = error instanceof BusinessError ? error.data?.reason : undefined
        await attempts.note(digest, { refusal: reason ?? 'OIDC_FAILED' })
        if (reason === undefined) throw error
      }
      return row
    },

    current,

    /** Uses an attempt up, once; the cookie goes with it. */
    async finish(attempt: Proven, browser: Browser) {
      if (!(await oidcAttemptsRepository(db).finish(attempt.state_hash, clock()))) {
        throw refuse('OIDC_UNKNOWN')
      }
      put(browser, '', 0)
    },
  }
}
