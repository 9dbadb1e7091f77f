import type { KeyObject } from 'node:crypto'
import type * as Library from 'openid-client'
import type { Language } from '@awards/shared/domain'
import { BusinessError } from '../../../http/business-error.ts'
import { errorCode } from '../../../lib/errors.ts'
import { boundedFetch } from '../../../lib/public-request.ts'
import { HOUR_MS } from '../../../lib/time.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { OidcProvider } from './oidc-config.ts'

/** Why a sign-in by way of an organisation is refused: `data.reason`, and what its owner does next. */
const REFUSALS = {
  OIDC_UNKNOWN:
    'This sign-in was not begun in this browser, or was used already. Begin again here.',
  OIDC_DENIED:
    'The organisation has not let you in, or you have stopped there. Begin again, or use another way to sign in.',
  OIDC_FAILED:
    'The organisation cannot sign you in just now. Try again later, or use another way to sign in.',
  OIDC_UNREACHABLE:
    'The organisation does not answer. Try again in a minute, or use another way to sign in.',
  OIDC_INVALID:
    'The answer of the organisation could not be verified. Begin again; if it stays so, use another way and tell the organiser.',
  OIDC_NO_ACCOUNT:
    'No account here is linked to yours at this organisation. Sign in another way, then link it under “Password and passkeys”; or create an account first.',
  OIDC_CLOSED: 'This account is closed. Write to the organiser if you need it.',
  OIDC_TAKEN:
    'Another account here is linked to yours at this organisation. Sign in with it and unlink it there first.',
  OIDC_OTHER_ACCOUNT:
    'You have signed in to another account than the one of this address. Link it under “Password and passkeys” if you want it there.',
  OIDC_LIMIT: 'An account has at most ten links. Unlink one first.',
} as const
type OidcRefusal = keyof typeof REFUSALS

export const isRefusal = (reason: string): reason is OidcRefusal => Object.hasOwn(REFUSALS, reason)

export const refuse = (reason: OidcRefusal) => new BusinessError(409, REFUSALS[reason], { reason })

export const attemptExpired = () =>
  new BusinessError(410, 'This took too long. Begin again.', { reason: 'OIDC_EXPIRED' })

const REQUEST = { timeoutMs: 5_000, maxBytes: 262_144 }
/** What a provider says of itself is read again after an hour; while it cannot be, the last answer serves for a day. */
const FRESH_MS = HOUR_MS
const STALE_MS = 24 * HOUR_MS

/** What an ID token, or the provider's user information, says of somebody. */
type Claims = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly email_verified: boolean
  readonly first_name: string | null
  readonly last_name: string | null
}

/** The values of one sign-in that bind request, answer and token to each other. */
export type Binding = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The request that the provider did not answer, or not in time, at too great a length, or with an error of its own. */
class UnreachableError extends Error {}

/** Loaded with the first sign-in. */
const load = (): Promise<typeof Library> => import('openid-client')

/** Where a provider sends the browser back to: an address for each, so that no answer is taken for another's. */
const redirectUri = (siteUrl: string, provider: string) => `${siteUrl}/api/oidc/return/${provider}`

/** OpenID Connect with one provider: authorization code, PKCE, and an ID token whose signature is verified. */
export function openid(provider: OidcProvider, { config, clock, log }: AppContext) {
  const { id, issuer, secret, reachAt } = provider
  const isLocal = provider.private_network || reachAt !== undefined
  const bounded = boundedFetch({ ...REQUEST, isLocal, reachAt })
  const fetchOrUnreachable: Library.CustomFetch = (url, options) =>
    bounded(url, options).then(
      (response) => {
        if (response.status < 500) return response
        throw new UnreachableError(`${new URL(url).host} answers ${response.status}`)
      },
      (cause: unknown) => {
        throw new UnreachableError(`${new URL(url).host} cannot be reached`, { cause })
      },
    )
  let known: { metadata: Library.ServerMetadata; at: number } | undefined

  /** What the provider says of itself; asks twice, since this is the first request for a while. */
  async function discover(library: typeof Library) {
    const options = {
      [library.customFetch]: fetchOrUnreachable,
      ...(issuer.startsWith('http:') && { execute: [library.allowInsecureRequests] }),
    }
    const ask = () =>
      library.discovery(new URL(issuer), provider.client_id, {}, library.None(), options)
    const metadata = (await ask().catch(ask)).serverMetadata()
    // The library lets some providers name another issuer than the one that was asked.
    if (metadata.issuer !== issuer) throw new Error(`names itself ${metadata.issuer}`)
    return metadata
  }

  async function metadataOf(library: typeof Library) {
    const now = clock().getTime()
    if (known && now - known.at < FRESH_MS) return known.metadata
    try {
      known = { metadata: await discover(library), at: now }
    } catch (error) {
      if (!known || now - known.at > STALE_MS) throw error
      log.warn('oidc.discovery_failed', { provider: id, ...detailsOf(error) })
    }
    return known.metadata
  }

  /** Settings of one sign-in. The provider's keys are fetched with it, so that keys that change are no matter. */
  async function configuration(library: typeof Library) {
    const { supportsPKCE: _helper, ...metadata } = await metadataOf(library)
    const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
    const allowed: readonly string[] = provider.algorithms
    const server = {
      ...metadata,
      id_token_signing_alg_values_supported: offered.filter((one) => allowed.includes(one)),
    }
    const client = new library.Configuration(
      server,
      provider.client_id,
      { redirect_uris: [redirectUri(config.siteUrl, id)] },
      await clientAuthentication(library, metadata),
    )
    client[library.customFetch] = fetchOrUnreachable
    if (issuer.startsWith('http:')) library.allowInsecureRequests(client)
    // Without it the library trusts TLS alone for an ID token that comes from the token endpoint.
    library.enableNonRepudiationChecks(client)
    return client
  }

  async function clientAuthentication(
    library: typeof Library,
    { token_endpoint_auth_methods_supported: methods }: Library.ServerMetadata,
  ) {
    if (secret === undefined) return library.None()
    if ('key' in secret) {
      const kid = provider.private_key_id
      return library.PrivateKeyJwt({ key: await signingKey(secret.key), ...(kid && { kid }) })
    }
    // Providers disagree on how signs are encoded in the header, so the body is taken where it is offered.
    const isPost = methods?.includes('client_secret_post')
    return isPost ? library.ClientSecretPost(secret.text) : library.ClientSecretBasic(secret.text)
  }

  /** Runs a step with the provider; whatever goes wrong is logged, and refused with what to do. */
  async function step<T>(name: string, run: (library: typeof Library) => Promise<T>): Promise<T> {
    const library = await load()
    try {
      return await run(library)
    } catch (error) {
      const reason = reasonOf(error, library)
      log.warn('oidc.refused', { provider: id, step: name, reason, ...detailsOf(error) })
      throw refuse(reason)
    }
  }

  return {
    /** The address at the provider where a sign-in begins. */
    authorizationUrl: ({ state, nonce, verifier }: Binding, language: Language) =>
      step('begin', async (library) => {
        const { href } = library.buildAuthorizationUrl(await configuration(library), {
          response_type: 'code',
          redirect_uri: redirectUri(config.siteUrl, id),
          scope: provider.scopes.join(' '),
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          ui_locales: language,
        })
        return href
      }),

    /** Exchanges the answer of the provider for claims; its tokens end with this call. */
    claimsOf: (query: string, { state, nonce, verifier }: Binding) =>
      step('return', async (library): Promise<Claims> => {
        const client = await configuration(library)
        const answer = new URL(redirectUri(config.siteUrl, id))
        answer.search = query
        const tokens = await library.authorizationCodeGrant(client, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const token = tokens.claims()
        if (!token) throw new Error('gave no ID token')
        const hasMore = token['email'] === undefined && client.serverMetadata().userinfo_endpoint
        const more = hasMore
          ? await library.fetchUserInfo(client, tokens.access_token, token.sub)
          : {}
        return toClaims(token.iss, token.sub, { ...more, ...token })
      }),
  }
}

export type OpenId = ReturnType<typeof openid>

const MAX_EMAIL = 254
const MAX_NAME = 60

/** A text of a claim on one line; null for what is none, or has no place in an account. */
function textOf(value: unknown, maximum: number): string | null {
  if (typeof value !== 'string') return null
  const text = value.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  return text === '' || text.length > maximum ? null : text
}

function toClaims(
  issuer: string,
  subject: string,
  claims: Readonly<Record<string, unknown>>,
): Claims {
  // 255 characters are the limit of the specification.
  if (subject.length > 255) throw new Error('names a subject of more than 255 characters')
  const email = textOf(claims['email'], MAX_EMAIL)?.toLowerCase() ?? null
  return {
    issuer,
    subject,
    email: email?.includes('@') ? email : null,
    // A text "true" is not the claim.
    email_verified: claims['email_verified'] === true,
    first_name: textOf(claims['given_name'], MAX_NAME),
    last_name: textOf(claims['family_name'], MAX_NAME),
  }
}

function signingKey(key: KeyObject): Promise<CryptoKey> {
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' })
  const algorithm =
    key.asymmetricKeyType === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: 'P-256' }
  return crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign'])
}

function reasonOf(error: unknown, { AuthorizationResponseError }: typeof Library) {
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'OIDC_DENIED' : 'OIDC_FAILED'
  }
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof UnreachableError ? 'OIDC_UNREACHABLE' : 'OIDC_INVALID'
}

/** For the log: words of the library, which quote no token. */
function detailsOf(error: unknown) {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const inner = cause instanceof UnreachableError ? cause.cause : cause
  return { error: message, code: errorCode(error), cause: errorCode(inner) }
}
