import {
  createHmac,
  generateKeyPairSync,
  hash,
  randomUUID,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Claims = Record<string, unknown>
type Key = {
  readonly kid: string
  readonly alg: 'RS256' | 'ES256'
  readonly key: KeyObject
  readonly jwk: object
}

/** How a provider may do other than it should; each is undone by `behave({})`. */
export type Deviation = {
  /** Claims of the ID token in place of the right ones; undefined leaves one out. */
  readonly token?: Claims
  readonly userinfo?: Claims
  /** `alg` of the ID token: unsigned, signed with the client's secret, or by a key that nobody publishes. */
  readonly signed?: 'none' | 'HS256' | 'foreign'
  /** What an endpoint answers in place of its own. */
  readonly answer?: Partial<
    Record<string, (request: IncomingMessage, response: ServerResponse) => void>
  >
  readonly metadata?: Claims
  /** `iss` of the answer by way of the browser. */
  readonly iss?: string | undefined
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function newKey(alg: Key['alg']): Key {
  const { privateKey, publicKey } =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = randomUUID()
  return {
    kid,
    alg,
    key: privateKey,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' },
  }
}

export const CLIENT = { id: 'awards', secret: 'a secret of the client, thirty-two letters' }

/** A provider of OpenID Connect that does what a test tells it to, also what no honest one would. */
export async function oidcIssuer() {
  let key = newKey('RS256')
  let deviation: Deviation = {}
  const grants = new Map<string, { nonce: string; challenge: string; claims: Claims }>()
  const requests: string[] = []
  let clientKey: KeyObject | undefined

  function metadata() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...deviation.metadata,
    }
  }

  function idToken(claims: Claims): string {
    const alg = deviation.signed === 'foreign' ? key.alg : (deviation.signed ?? key.alg)
    const head = `${base64url({ alg, kid: key.kid })}.${base64url(claims)}`
    if (alg === 'none') return `${head}.`
    if (alg === 'HS256') {
      return `${head}.${createHmac('sha256', CLIENT.secret).update(head).digest('base64url')}`
    }
    const used = deviation.signed === 'foreign' ? newKey(key.alg).key : key.key
    const bytes = sign('sha256', Buffer.from(head), { key: used, dsaEncoding: 'ieee-p1363' })
    return `${head}.${bytes.toString('base64url')}`
  }

  /** Whether the client has shown its secret, or signed by its key. */
  function isClient(authorization: string | undefined, assertion: string | null): boolean {
    if (assertion === null || !clientKey) {
      const [id, secret] = atob(authorization?.replace('Basic ', '') ?? '')
        .split(':')
        .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
      return id === CLIENT.id && secret === CLIENT.secret
    }
    const [head, body, signature = ''] = assertion.split('.')
    return verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key: clientKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  }

  async function token(request: IncomingMessage) {
    const given = new URLSearchParams(await text(request))
    const grant = grants.get(given.get('code') ?? '')
    grants.delete(given.get('code') ?? '')
    const isRight =
      grant?.challenge === hash('sha256', given.get('code_verifier') ?? '', 'base64url') &&
      isClient(request.headers.authorization, given.get('client_assertion'))
    if (!grant || !isRight) return { status: 400, body: { error: 'invalid_grant' } }
    const now = Math.floor(Date.now() / 1_000)
    const { email: _email, email_verified: _verified, ...own } = grant.claims
    const claims = {
      iss: issuer,
      aud: CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      ...own,
    }
    const id_token = idToken({ ...claims, ...deviation.token })
    return {
      status: 200,
      body: { access_token: grant.claims['sub'], token_type: 'Bearer', expires_in: 300, id_token },
    }
  }

  const known = new Map<string, Claims>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://issuer')
    const name = pathname.split('/').at(-1) ?? ''
    requests.push(name)
    const other = deviation.answer?.[name]
    if (other) return other(request, response)
    const send = ({ status = 200, body }: { status?: number; body: unknown }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (name === 'openid-configuration') return void send({ body: metadata() })
    if (name === 'jwks') return void send({ body: { keys: [key.jwk] } })
    if (name === 'token') return void token(request).then(send)
    const subject = request.headers.authorization?.replace('Bearer ', '') ?? ''
    return void send({ body: { ...known.get(subject), ...deviation.userinfo } })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    requests,
    behave: (next: Deviation) => void (deviation = next),
    /** The client signs by this key. */
    trust: (key: KeyObject) => void (clientKey = key),
    /** The provider takes another key; the one before is gone. */
    rotate: (alg: Key['alg'] = 'RS256') => void (key = newKey(alg)),
    /** What a person does at the provider: the query with which the browser is sent back. */
    approve(url: string, claims: Claims): string {
      const asked = new URL(url).searchParams
      const code = randomUUID()
      const nonce = asked.get('nonce') ?? ''
      grants.set(code, { nonce, challenge: asked.get('code_challenge') ?? '', claims })
      known.set(String(claims['sub']), claims)
      const iss = 'iss' in deviation ? deviation.iss : issuer
      const answer = { code, state: asked.get('state') ?? '', ...(iss !== undefined && { iss }) }
      return new URLSearchParams(answer).toString()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
