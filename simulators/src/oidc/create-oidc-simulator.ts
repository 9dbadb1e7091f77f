import { generateKeyPairSync, hash, randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { Adapter, AdapterPayload, Configuration } from 'oidc-provider'
import { escapeHtml, readBody } from '../http.ts'

const PREFIX = '/oidc'
const PAGE_POLICY = "default-src 'none'; style-src 'self'"
/** Where a site takes the answers of its providers. */
const RETURN = /^\/api\/oidc\/return\/[a-z0-9-]+$/

type Options = { mode: 'demo' | 'production'; pages: string }
type Person = { name: string; email: string; isVerified: boolean }
export type OidcSimulator = ReturnType<typeof createOidcSimulator>

/** What a sign-in leaves behind until it is over; gone with the process. */
function memoryAdapter() {
  const rows = new Map<string, AdapterPayload>()
  const find = (matches: (row: AdapterPayload) => boolean) =>
    [...rows.values()].find((row) => matches(row))
  return (model: string): Adapter => ({
    upsert: async (id, payload) => void rows.set(`${model}:${id}`, { ...payload, kind: model }),
    find: async (id) => rows.get(`${model}:${id}`),
    findByUid: async (uid) => find((row) => row.kind === model && row.uid === uid),
    findByUserCode: async (code) => find((row) => row.userCode === code),
    destroy: async (id) => void rows.delete(`${model}:${id}`),
    consume: async (id) => {
      const row = rows.get(`${model}:${id}`)
      if (row) row['consumed'] = Math.floor(Date.now() / 1_000)
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key)
    },
  })
}

/**
 * An organisation of the demo that signs people in by OpenID Connect: it signs in the person that its page is told. The
 * subject follows the address, so that somebody is the same after the next start. The library loads with the first request.
 */
export function createOidcSimulator({ mode, pages }: Options) {
  if (mode === 'production') {
    throw new Error('The organisation of the demo does not run in production. Name a real one.')
  }
  const issuer = `${pages}${PREFIX}`
  const client = { id: 'design-awards', secret: randomUUID() }
  const people = new Map<string, Person>()

  async function create(): Promise<Provider> {
    const { default: OidcProvider } = await import('oidc-provider')
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const configuration: Configuration = {
      adapter: memoryAdapter(),
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [`${pages}/api/oidc/return/demo`],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
      cookies: { keys: [randomBytes(32).toString('base64url')] },
      claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
      interactions: {
        url: (_context, { uid }) => `${PREFIX}/who/${uid}`,
      },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 3_600,
        Session: 60,
      },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, ...claimsOf(people.get(sub)) }),
      }),
      // Nobody is asked whether the site may know name and address.
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId,
          accountId: oidc.session?.accountId,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    }
    const provider = new OidcProvider(issuer, configuration)
    // The site may stand at any port of the host that shows these pages.
    provider.Client.prototype.redirectUriAllowed = (uri: string) => {
      const { hostname, pathname } = new URL(uri)
      return hostname === new URL(pages).hostname && RETURN.test(pathname)
    }
    return provider
  }
  let provider: Promise<Provider> | undefined

  /** The page that asks who is there, and its answer. */
  async function ask(request: IncomingMessage, response: ServerResponse) {
    const own = await (provider ??= create())
    if (request.method === 'POST') {
      const form = new URLSearchParams(await readBody(request))
      if (form.has('stop')) {
        const result = { error: 'access_denied' }
        return own.interactionFinished(request, response, result)
      }
      const email = (form.get('email') ?? '').trim().toLowerCase()
      const sub = hash('sha256', `person\n${email}`, 'base64url').slice(0, 22)
      people.set(sub, { name: form.get('name') ?? '', email, isVerified: form.has('verified') })
      return own.interactionFinished(request, response, { login: { accountId: sub } })
    }
    await own.interactionDetails(request, response)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    response.end(askPage())
  }

  async function call(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? '/'
    if (url.startsWith(`${PREFIX}/who/`)) return ask(request, response)
    const own = await (provider ??= create())
    // Nobody is remembered, so that a visitor may be somebody else the next time.
    const { cookie = '' } = request.headers
    request.headers.cookie = cookie.replaceAll(/_session(?:\.\w+)*=[^;]*;?/g, '')
    // The library finds its mount path in the difference of both, as under Express.
    Object.assign(request, { originalUrl: url, url: url.slice(PREFIX.length) || '/' })
    return own.callback()(request, response)
  }

  return {
    credentials: { issuer, clientId: client.id, clientSecret: client.secret },
    owns: (pathname: string) => pathname.startsWith(`${PREFIX}/`),
    handle(request: IncomingMessage, response: ServerResponse) {
      call(request, response).catch(() => {
        if (response.headersSent) return response.destroy()
        response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' })
        return response.end('This sign-in is over. Go back to the site and begin again.\n')
      })
    },
    close: () => undefined,
  }
}

function claimsOf(person: Person | undefined) {
  if (!person) return {}
  const [given_name = '', ...family] = person.name.trim().split(/\s+/)
  return {
    email: person.email,
    email_verified: person.isVerified,
    given_name,
    family_name: family.join(' '),
  }
}

const field = (name: string, label: string, value: string, type = 'text') =>
  `<p><label for="${name}">${escapeHtml(label)}</label><br><input id="${name}" name="${name}" type="${type}" value="${escapeHtml(value)}" required></p>`

const askPage = () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo University</title>
<link rel="stylesheet" href="/mailbox/mailbox.css">
</head>
<body>
<header><p class="over">Simulated organisation</p></header>
<main>
<h1>Who are you?</h1>
<p>A real organisation asks for a password here. This one believes whatever you say.</p>
<form method="post">
${field('name', 'Name', 'Noor Haddad')}
${field('email', 'E-mail address', 'noor.haddad@university.example', 'email')}
<p><input id="verified" name="verified" type="checkbox" checked> <label for="verified">The organisation has verified the address</label></p>
<p><button>Sign in to the site</button> <button name="stop" value="1" formnovalidate>Stop</button></p>
</form>
</main>
<footer>Nobody is asked outside this machine. This page exists in the demo alone.</footer>
</body>
</html>`
