import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account, oidc, passkeys, session } from '@awards/shared/contract'
import type { OidcStep } from '@awards/shared/contract'
import { PASSWORD } from '../../../../test/build.ts'
import { CLIENT, oidcIssuer, type Deviation } from '../../../../test/oidc-issuer.ts'
import { passkeyDevice } from '../../../../test/passkey-device.ts'
import { testApi } from '../../../../test/test-api.ts'
import { isLockAwaited, until } from '../../../../test/waiting.ts'
import { sessionsRepository } from '../sessions.repository.ts'
import { usersRepository } from '../users.repository.ts'

const [university, museum] = await Promise.all([oidcIssuer(), oidcIssuer()])
const folder = mkdtempSync(join(tmpdir(), 'oidc-'))
const fileOf = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const secretFile = fileOf('secret', `${CLIENT.secret}\n`)
const clientKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
university.trust(clientKey.publicKey)
const keyFile = fileOf(
  'key.pem',
  String(clientKey.privateKey.export({ type: 'pkcs8', format: 'pem' })),
)
const common = { client_id: CLIENT.id, client_secret_file: secretFile, private_network: true }
const providers = [
  {
    ...common,
    id: 'university',
    label: 'University',
    issuer: university.issuer,
    new_accounts: true,
  },
  {
    ...common,
    id: 'museum',
    label: { en: 'Museum', fr: 'Musée', zh: '博物馆' },
    issuer: museum.issuer,
    new_accounts: true,
    trust_verified_email: true,
  },
  { ...common, id: 'guild', label: 'Guild', issuer: `${museum.issuer}/guild`, new_accounts: false },
  {
    ...common,
    id: 'keyed',
    label: 'Keyed',
    issuer: `${university.issuer}/keyed`,
    client_secret_file: undefined,
    private_key_file: keyFile,
  },
  { ...common, id: 'far', label: 'Far', issuer: `${museum.issuer}/far`, private_network: false },
]
const api = await testApi({ STEP_UP: 'on', OIDC_PROVIDERS: JSON.stringify(providers) })
const SITE_URL = 'https://award.example'
const safe = await testApi({ SITE_URL, OIDC_PROVIDERS: JSON.stringify(providers) })
afterAll(() => Promise.all([university.close(), museum.close()]))

const MINUTE = 60_000
beforeEach(async () => {
  proves('security 63')
  university.behave({})
  museum.behave({})
  await api.db.deleteFrom('rate_limits').execute()
})
afterEach(() => api.setTime(new Date()))

type Answer = { code: number; msg: unknown; data: Record<string, unknown> | null }
type Ada = { sub: string; email?: string; email_verified?: boolean; [claim: string]: unknown }

/** A browser with its cookies. */
function browser(user?: { id: string }) {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (headers: Record<string, unknown>) => {
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = String(line).split(';')[0]?.split('=') ?? []
      jar.set(name, value)
    }
  }
  const caller = api.as(user ?? null)
  async function call(endpoint: { path: string }, input: object = {}): Promise<Answer> {
    const token = user ? await tokenOf(user) : undefined
    const response = await api.app.inject({
      method: 'POST',
      url: endpoint.path,
      headers: { 'content-type': 'application/json', cookie: cookie(), ...(token && { token }) },
      payload: JSON.stringify(input),
    })
    keep(response.headers)
    return response.json<Answer>()
  }
  const begin = async (provider = 'university', redirect?: string) =>
    String((await call(oidc.begin, { provider, redirect })).data?.['url'])
  const back = async (query: string, provider = 'university') => {
    const url = `/api/oidc/return/${provider}?${query}`
    const response = await api.app.inject({ method: 'GET', url, headers: { cookie: cookie() } })
    keep(response.headers)
    return response
  }
  return {
    jar,
    caller,
    call,
    begin,
    back,
    /** There and back; the page that comes next. */
    async visit(person: Ada, provider = 'university', redirect?: string) {
      const issuer = provider === 'museum' ? museum : university
      const url = await begin(provider, redirect)
      const { headers } = await back(issuer.approve(url, person), provider)
      return String(headers['location'])
    },
    resume: () => call(oidc.resume),
    step: async () => (await call(oidc.resume)).data as OidcStep | null,
  }
}
const tokens = new Map<string, Promise<string>>()
async function tokenOf({ id }: { id: string }) {
  const { openSession } = await import('../session-token.ts')
  const opened =
    tokens.get(id) ?? openSession(api.db, id, api.context.clock()).then(({ token }) => token)
  tokens.set(id, opened)
  return opened
}

let count = 0
const somebody = (more: Partial<Ada> = {}): Ada => {
  count += 1
  return {
    sub: `sub-${count}`,
    email: `person${count}@school.example`,
    email_verified: true,
    ...more,
  }
}
const userOf = ({ data }: Answer) => (data ?? {})['user'] as { id: string; email: string }
const reasonOf = (answer: Answer) => answer.data?.['reason']
const identities = () => api.db.selectFrom('oidc_identities').selectAll().execute()
const codeFor = async (email: string) => {
  await api.context.jobs.drain()
  const codes = api.mails.filter(({ to }) => to === email).map(({ text }) => /\b\d{6}\b/.exec(text))
  return codes.findLast((found) => found !== null)?.[0] ?? 'none'
}
const mailsTo = async (email: string) => {
  await api.context.jobs.drain()
  return api.mails.filter(({ to }) => to === email)
}
const PERSON = { first_name: 'Ada', last_name: 'Lovelace', country: 'FR', terms: true }

/** Links an identity to an account, as its owner does in the account. */
async function linked(user: { id: string }, person: Ada, provider = 'university') {
  const own = browser(user)
  const { data } = await own.call(oidc.beginLink, { provider })
  const issuer = provider === 'museum' ? museum : university
  await own.back(issuer.approve(String(data?.['url']), person), provider)
  return own.call(oidc.link)
}

describe('the request to the provider', () => {
  test('asks for a code with PKCE, state and nonce, at the exact address of the return', async () => {
    proves('call oidc/begin')
    const visitor = browser()
    const url = new URL(await visitor.begin())
    expect(url.origin + url.pathname).toBe(`${university.issuer}/authorize`)
    const asked = Object.fromEntries(url.searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: `${api.context.config.siteUrl}/api/oidc/return/university`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    const [row] = await api.db
      .selectFrom('oidc_attempts')
      .selectAll()
      .orderBy('created_at', 'desc')
      .execute()
    const cookie = visitor.jar.get('oidc') ?? ''
    for (const secret of [asked['state'] ?? '', asked['nonce'] ?? '', cookie]) {
      expect(JSON.stringify(row)).not.toContain(secret)
      expect(
        Object.values(row ?? {}).some(
          (value) => Buffer.isBuffer(value) && value.toString('base64url') === secret,
        ),
      ).toBe(false)
    }
  })

  test('a provider that the site does not offer is not found', async () => {
    expect(await browser().call(oidc.begin, { provider: 'nowhere' })).toMatchObject({ code: 404 })
    const { headers } = await browser().back('code=a&state=b', 'nowhere')
    expect(headers['location']).toBe('/login?with=unknown')
  })

  test('a private address is not reached unless the operator says so', async () => {
    museum.behave({ metadata: { issuer: `${museum.issuer}/far` } })
    museum.requests.length = 0
    const answer = await browser().call(oidc.begin, { provider: 'far' })
    expect(museum.requests).toEqual([])
    expect([answer.code, reasonOf(answer)]).toEqual([409, 'OIDC_UNREACHABLE'])
  })

  test.each([
    ['another site', 'https://evil.example/a'],
    ['another host by two slashes', '//evil.example'],
    ['another host by a backslash', '/\\evil.example'],
  ])('does not return to %s', async (_what, redirect) => {
    expect(await browser().visit(somebody(), 'university', redirect)).toBe('/login?with=university')
    expect(await browser().visit(somebody(), 'university', '/account?a=b')).toBe(
      '/login?with=university&redirect=%2Faccount%3Fa%3Db',
    )
  })
})

describe('somebody whom no account knows', () => {
  test('opens an account with the code that we have sent to the address', async () => {
    proves('call oidc/resume', 'call oidc/register')
    const ada = somebody({ given_name: 'Ada', family_name: 'Lovelace' })
    const visitor = browser()
    await visitor.visit(ada)
    expect(await visitor.step()).toEqual({
      step: 'register',
      attempt: expect.any(String),
      provider: {
        id: 'university',
        label: { en: 'University', fr: 'University', zh: 'University' },
      },
      email: ada.email,
      is_email_trusted: false,
      first_name: 'Ada',
      last_name: 'Lovelace',
    })
    const without = await visitor.call(oidc.register, PERSON)
    expect(without).toMatchObject({ code: 422, msg: { code: [expect.any(String)] } })
    await api.as(null).call(session.verifyCode, { email: ada.email ?? '', scene: 'register' })
    const code = await codeFor(ada.email ?? '')
    const noTerms = await visitor.call(oidc.register, { ...PERSON, code, terms: false })
    expect(noTerms).toMatchObject({ code: 422, msg: { terms: [expect.any(String)] } })

    const done = await visitor.call(oidc.register, { ...PERSON, code })
    expect(done).toMatchObject({ code: 200, data: { user: { email: ada.email } } })
    const { id } = userOf(done)
    const consents = await api.db
      .selectFrom('consents')
      .select(['kind', 'given'])
      .where('user_id', '=', id)
      .execute()
    expect(consents).toEqual(
      expect.arrayContaining([
        { kind: 'terms', given: true },
        { kind: 'newsletter', given: false },
      ]),
    )
    expect((await visitor.resume()).data).toMatchObject({ reason: 'OIDC_UNKNOWN' })

    const again = browser()
    await again.visit(ada)
    expect(await again.step()).toMatchObject({ step: 'signed_in', user: { id } })
    const acts = await api.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('subject', '=', id)
      .orderBy('id')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual([
      'organisation.linked',
      'session.opened',
      'session.opened',
    ])
    expect(acts.at(-1)?.after).toEqual({ by: 'organisation' })
  })

  test('needs no code where the operator takes the word of the provider for a verified address', async () => {
    const trusted = somebody()
    const visitor = browser()
    await visitor.visit(trusted, 'museum')
    expect(await visitor.step()).toMatchObject({ step: 'register', is_email_trusted: true })
    // The address is the one that the provider has named, whatever the form says.
    const done = await visitor.call(oidc.register, { ...PERSON, email: 'other@school.example' })
    expect(done).toMatchObject({ code: 200, data: { user: { email: trusted.email } } })

    const doubtful = somebody({ email_verified: false })
    const other = browser()
    await other.visit(doubtful, 'museum')
    expect(await other.step()).toMatchObject({ step: 'register', is_email_trusted: false })
    expect(await other.call(oidc.register, PERSON)).toMatchObject({ code: 422 })
    const text = browser()
    await text.visit(somebody({ email_verified: 'true' as unknown as boolean }), 'museum')
    expect(await text.step()).toMatchObject({ is_email_trusted: false })
  })

  test('is told of an account with the address only if the provider has verified it', async () => {
    const owner = await api.build.user()
    const verified = browser()
    await verified.visit(somebody({ email: owner.email.toUpperCase() }))
    expect(await verified.step()).toMatchObject({ step: 'link', email: owner.email })
    expect(await verified.call(oidc.register, PERSON)).toMatchObject({ code: 422 })

    const doubtful = browser()
    await doubtful.visit(somebody({ email: owner.email, email_verified: false }))
    expect(await doubtful.step()).toMatchObject({ step: 'register', is_email_trusted: false })
    expect(await identities()).not.toContainEqual(expect.objectContaining({ user_id: owner.id }))
  })

  test('comes by a provider that knows us by a key', async () => {
    const issuer = `${university.issuer}/keyed`
    university.behave({ metadata: { issuer }, token: { iss: issuer }, iss: issuer })
    const visitor = browser()
    await visitor.back(university.approve(await visitor.begin('keyed'), somebody()), 'keyed')
    expect(reasonOf(await visitor.resume())).toBe('OIDC_NO_ACCOUNT')
  })

  test('opens none where the operator has not allowed it', async () => {
    const issuer = `${museum.issuer}/guild`
    museum.behave({ metadata: { issuer }, token: { iss: issuer }, iss: issuer })
    const visitor = browser()
    const url = await visitor.begin('guild')
    await visitor.back(museum.approve(url, somebody()), 'guild')
    expect(reasonOf(await visitor.resume())).toBe('OIDC_NO_ACCOUNT')
    expect(reasonOf(await visitor.call(oidc.register, PERSON))).toBe('OIDC_UNKNOWN')
  })
})

describe('linking', () => {
  test('is done in the account after a fresh sign-in, is mailed, and signs in from then on', async () => {
    proves('call oidc/beginLink', 'call oidc/link', 'call oidc/list')
    const user = await api.build.user()
    const ada = somebody({ email: 'another.address@school.example', email_verified: false })
    const start = Date.now()
    await tokenOf(user)
    api.setTime(new Date(start + 16 * MINUTE))
    expect(await browser(user).call(oidc.beginLink, { provider: 'university' })).toMatchObject({
      code: 409,
      data: { reason: 'STEP_UP' },
    })
    api.setTime(new Date(start))
    expect(await linked(user, ada)).toMatchObject({
      code: 200,
      data: { label: { en: 'University' } },
    })
    const shown = await api.as(user).call(oidc.list, {})
    expect(shown).toMatchObject({
      identities: [{ label: { en: 'University' }, email: ada.email, last_used_at: null }],
      is_only_way: false,
    })
    expect(shown.providers.map(({ id }) => id)).toEqual([
      'university',
      'museum',
      'guild',
      'keyed',
      'far',
    ])
    const [mail] = await mailsTo(user.email)
    expect(mail?.text).toContain('University')
    const visitor = browser()
    await visitor.visit(ada)
    expect(await visitor.step()).toMatchObject({ step: 'signed_in', user: { id: user.id } })
  })

  test('is offered once to who signs in to the account of the verified address', async () => {
    const user = await api.build.user()
    const stranger = await api.build.user()
    const ada = somebody({ email: user.email })
    const visitor = browser(user)
    await visitor.visit(ada)
    expect(await visitor.step()).toMatchObject({ step: 'link', email: user.email })
    const other = browser(stranger)
    for (const [name, value] of visitor.jar) other.jar.set(name, value)
    expect(reasonOf(await other.call(oidc.link))).toBe('OIDC_OTHER_ACCOUNT')
    expect(await visitor.call(oidc.link)).toMatchObject({ code: 200 })
    expect(reasonOf(await visitor.call(oidc.link))).toBe('OIDC_UNKNOWN')
    const again = browser()
    await again.visit(ada)
    expect(await again.step()).toMatchObject({ step: 'signed_in', user: { id: user.id } })
  })

  test('takes no attempt that another account has begun, and no identity of another account', async () => {
    const [user, thief] = [await api.build.user(), await api.build.user()]
    const ada = somebody()
    const own = browser(user)
    const { data } = await own.call(oidc.beginLink, { provider: 'university' })
    await own.back(university.approve(String(data?.['url']), ada))
    const other = browser(thief)
    for (const [name, value] of own.jar) other.jar.set(name, value)
    expect(reasonOf(await other.call(oidc.link))).toBe('OIDC_OTHER_ACCOUNT')
    // What was begun as a link signs nobody in.
    expect(reasonOf(await own.resume())).toBe('OIDC_UNKNOWN')
    expect(await own.call(oidc.link)).toMatchObject({ code: 200 })
    expect(reasonOf(await linked(thief, ada))).toBe('OIDC_TAKEN')
  })

  test('does not outlive a corrected address, which takes the links away', async () => {
    const user = await api.build.user()
    const own = browser(user)
    const { data } = await own.call(oidc.beginLink, { provider: 'university' })
    await own.back(university.approve(String(data?.['url']), somebody()))
    const { waiting } = await api.db.transaction().execute(async (trx) => {
      await usersRepository(trx).change(user.id, { email: `new-${user.email}` })
      await sessionsRepository(trx).revokeAll(user.id, new Date())
      const answer = own.call(oidc.link)
      await Promise.race([answer, until(() => isLockAwaited(api.db))])
      return { waiting: answer }
    })
    expect((await waiting).code).toBe(401)
    const rows = (await identities()).filter(({ user_id }) => user_id === user.id)
    expect(rows).toEqual([])
  })

  test('stops at ten', async () => {
    const user = await api.build.user()
    for (let index = 0; index < 10; index += 1) {
      expect(await linked(user, somebody())).toMatchObject({ code: 200 })
    }
    expect(reasonOf(await linked(user, somebody()))).toBe('OIDC_LIMIT')
  })

  test('ends by the owner, is mailed, and the last way in stays', async () => {
    proves('call oidc/unlink')
    const user = await api.build.user()
    const ada = somebody()
    await linked(user, ada)
    const [{ identity_id } = { identity_id: '' }] = (await api.as(user).call(oidc.list, {}))
      .identities
    const stranger = await api.build.user()
    expect(await browser(stranger).call(oidc.unlink, { identity_id })).toMatchObject({ code: 404 })
    expect(await browser(user).call(oidc.unlink, { identity_id })).toMatchObject({ code: 200 })
    expect((await mailsTo(user.email)).length).toBe(2)
    const visitor = browser()
    await visitor.visit(ada)
    expect(await visitor.step()).toMatchObject({ step: 'register' })

    const trusted = somebody()
    const newcomer = browser()
    await newcomer.visit(trusted, 'museum')
    const opened = await newcomer.call(oidc.register, PERSON)
    const owner = userOf(opened)
    const { identities: own, is_only_way } = await api.as(owner).call(oidc.list, {})
    expect(is_only_way).toBe(true)
    const last = { identity_id: own[0]?.identity_id }
    const refused = await browser(owner).call(oidc.unlink, last)
    expect(reasonOf(refused)).toBe('OIDC_LAST_WAY')
    const erase = await api
      .as(owner)
      .answer(account.erase, { password: PASSWORD, understood: true })
    expect(erase).toMatchObject({
      code: 422,
      msg: { password: [expect.stringContaining('no password yet')] },
    })

    await api.as(null).call(session.verifyCode, { email: owner.email, scene: 'reset' })
    const code = await codeFor(owner.email)
    const password = 'Another-Horse-8-Staple'
    const reset = { email: owner.email, code, password, password_confirmation: password }
    await api.as(null).call(session.resetPassword, reset)
    await api.db.updateTable('sessions').set({ revoked_at: null }).execute()
    expect((await api.as(owner).call(oidc.list, {})).is_only_way).toBe(false)
    await api.db
      .updateTable('users')
      .set({ has_password: false })
      .where('id', '=', owner.id)
      .execute()

    const device = passkeyDevice()
    const { options } = await api.as(owner).call(passkeys.registrationOptions, {})
    await api.as(owner).call(passkeys.register, { name: 'A', credential: device.create(options) })
    // An organisation that the site offers no more lets nobody in.
    const former = { user_id: owner.id, issuer: 'https://former.example', subject: 'former' }
    await api.db
      .insertInto('oidc_identities')
      .values({ ...former, linked_at: new Date() })
      .execute()
    expect(await browser(owner).call(oidc.unlink, last)).toMatchObject({ code: 200 })
    // The same, in the other order.
    const [{ passkey_id } = { passkey_id: '' }] = await api.as(owner).call(passkeys.list, {})
    const left = await browser(owner).call(passkeys.remove, { passkey_id })
    expect([left.code, reasonOf(left)]).toEqual([409, 'OIDC_LAST_WAY'])
    expect(await api.as(owner).call(passkeys.list, {})).toHaveLength(1)
    await api.db
      .updateTable('users')
      .set({ has_password: true })
      .where('id', '=', owner.id)
      .execute()
    expect(await browser(owner).call(passkeys.remove, { passkey_id })).toMatchObject({ code: 200 })
  })
})

describe('a hostile or broken provider', () => {
  /** What becomes of a sign-in of somebody who is linked, at a provider that behaves so. */
  async function outcome(deviation: Deviation, person?: Ada) {
    const ada = person ?? somebody()
    if (!person) await linked(await api.build.user(), ada)
    const visitor = browser()
    const url = await visitor.begin()
    university.behave(deviation)
    await visitor.back(university.approve(url, ada))
    university.behave({})
    const answer = await visitor.resume()
    return reasonOf(answer) ?? answer.data?.['step']
  }
  const now = () => Math.floor(Date.now() / 1_000)

  test('an honest one signs in', async () => expect(await outcome({})).toBe('signed_in'))

  test.each<[string, () => Deviation]>([
    ['for another audience', () => ({ token: { aud: 'another-client' } })],
    [
      'for several audiences and another party',
      () => ({ token: { aud: [CLIENT.id, 'b'], azp: 'b' } }),
    ],
    ['with another nonce', () => ({ token: { nonce: 'another' } })],
    ['without a nonce', () => ({ token: { nonce: undefined } })],
    ['of another issuer', () => ({ token: { iss: 'https://evil.example' } })],
    ['that has expired', () => ({ token: { exp: now() - 60, iat: now() - 300 } })],
    ['of the future', () => ({ token: { nbf: now() + 600 } })],
    ['without a subject', () => ({ token: { sub: undefined } })],
    [
      'whose subject is too long',
      () => ({ token: { sub: 'a'.repeat(256), email: 'a@b.example' } }),
    ],
    ['that is not signed', () => ({ signed: 'none' })],
    ['that is signed with the secret of the client', () => ({ signed: 'HS256' })],
    ['that is signed by a key of somebody else', () => ({ signed: 'foreign' })],
  ])('a token %s is refused', async (_what, deviation) => {
    expect(await outcome(deviation())).toBe('OIDC_INVALID')
  })

  test.each<[string, string, Deviation]>([
    ['an answer of another issuer (mix-up)', 'OIDC_INVALID', { iss: 'https://evil.example' }],
    ['an answer that names no issuer', 'OIDC_INVALID', { iss: undefined }],
    [
      'a token endpoint that redirects',
      'OIDC_INVALID',
      {
        answer: {
          token: (_request, response) =>
            void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
        },
      },
    ],
    [
      'a token endpoint that breaks off',
      'OIDC_UNREACHABLE',
      { answer: { token: (request) => void request.destroy() } },
    ],
    [
      'an answer without an end',
      'OIDC_UNREACHABLE',
      {
        answer: {
          token: (_request, response) => {
            response.writeHead(200, { 'content-type': 'application/json' })
            response.write(' '.repeat(300_000))
          },
        },
      },
    ],
    [
      'keys that are none',
      'OIDC_INVALID',
      {
        answer: {
          jwks: (_request, response) =>
            void response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[]}'),
        },
      },
    ],
  ])('%s is refused', async (_what, reason, deviation) => {
    expect(await outcome(deviation)).toBe(reason)
  })

  test('user information of somebody else is refused', async () => {
    expect(await outcome({ userinfo: { sub: 'somebody-else' } }, somebody())).toBe('OIDC_INVALID')
  })

  test('an address of somebody else in the token signs nobody in there', async () => {
    const victim = await api.build.user()
    const ada = somebody()
    const owner = await api.build.user()
    await linked(owner, ada)
    const visitor = browser()
    const url = await visitor.begin()
    university.behave({ token: { email: victim.email, email_verified: true } })
    await visitor.back(university.approve(url, ada))
    expect(await visitor.step()).toMatchObject({ step: 'signed_in', user: { id: owner.id } })
    const mallory = browser()
    await mallory.visit(somebody({ email: victim.email }))
    expect(await mallory.step()).toMatchObject({ step: 'link' })
    expect(await mallory.call(oidc.link)).toMatchObject({ code: 401 })
  })

  test('one that hangs is given up, and other ways to sign in go on', async () => {
    const hanging = outcome({ answer: { token: () => undefined } })
    const { email } = await api.build.user()
    expect(await api.as(null).answer(session.login, { email, password: PASSWORD })).toMatchObject({
      code: 200,
    })
    expect(await hanging).toBe('OIDC_UNREACHABLE')
  }, 20_000)

  test('keys that change are fetched anew', async () => {
    const ada = somebody()
    await linked(await api.build.user(), ada)
    university.rotate('ES256')
    expect(await outcome({}, ada)).toBe('signed_in')
    university.rotate()
    expect(await outcome({}, ada)).toBe('signed_in')
  })

  test('one that is down is asked again; what it has said of itself serves for a day', async () => {
    const down: Deviation = {
      answer: {
        'openid-configuration': (_request, response) => void response.writeHead(503).end(),
      },
    }
    let failures = 1
    const visitor = browser()
    api.setTime(new Date(Date.now() + 2 * 60 * MINUTE))
    university.behave({
      answer: {
        'openid-configuration': (_request, response) => {
          failures -= 1
          if (failures < 0) university.behave({})
          response.writeHead(503).end()
        },
      },
    })
    university.requests.length = 0
    expect(await visitor.begin()).toContain(university.issuer)
    expect(university.requests).toEqual(['openid-configuration', 'openid-configuration'])
    university.behave(down)
    api.setTime(new Date(Date.now() + 4 * 60 * MINUTE))
    expect(await visitor.begin()).toContain(university.issuer)
    api.setTime(new Date(Date.now() + 40 * 60 * MINUTE))
    expect(reasonOf(await visitor.call(oidc.begin, { provider: 'university' }))).toBe(
      'OIDC_UNREACHABLE',
    )
  })

  test('one that names itself otherwise is refused', async () => {
    api.setTime(new Date(Date.now() + 80 * 60 * MINUTE))
    university.behave({ metadata: { issuer: 'https://evil.example' } })
    expect(reasonOf(await browser().call(oidc.begin, { provider: 'university' }))).toBe(
      'OIDC_INVALID',
    )
  })

  test('one that sends the browser to a script is refused', async () => {
    api.setTime(new Date(Date.now() + 120 * 60 * MINUTE))
    university.behave({ metadata: { authorization_endpoint: 'javascript:alert(1)' } })
    const answer = await browser().call(oidc.begin, { provider: 'university' })
    expect([answer.code, reasonOf(answer)]).toEqual([409, 'OIDC_INVALID'])
    university.behave({})
    api.setTime(new Date(Date.now() + 160 * 60 * MINUTE))
    await browser().begin()
  })

  test('sign-ins that lead nowhere are limited by network, those that do are not', async () => {
    const used = async () => {
      const rows = await api.db.selectFrom('rate_limits').select(['key', 'points']).execute()
      return rows.filter(({ key }) => key.startsWith('oidc')).map(({ points }) => Number(points))
    }
    expect(await outcome({})).toBe('signed_in')
    expect((await used()).every((points) => points <= 1)).toBe(true)
    const { limits } = api.context
    const rule = { points: 1_000, seconds: 900 }
    await limits.take('oidc_begin', '127.0.0.1', rule, 999)
    const visitor = browser()
    await visitor.begin()
    expect(await visitor.call(oidc.begin, { provider: 'university' })).toMatchObject({ code: 429 })
  })

  test.each([
    ['access_denied', 'OIDC_DENIED'],
    ['temporarily_unavailable', 'OIDC_FAILED'],
  ])('its error %s comes back as a sentence', async (error, reason) => {
    const visitor = browser()
    const state = new URL(await visitor.begin()).searchParams.get('state') ?? ''
    const query = new URLSearchParams({
      error,
      state,
      iss: university.issuer,
      error_description: '<b>',
    })
    expect((await visitor.back(String(query))).headers['location']).toBe('/login?with=university')
    expect(await visitor.resume()).toMatchObject({ code: 409, data: { reason } })
  })
})

describe('two tabs of one browser', () => {
  // Attempts are ordered by the time at which they return, and the clock of a test stands still.
  const later = () => api.setTime(new Date(api.context.clock().getTime() + 1_000))
  const attemptOf = (step: OidcStep | null) =>
    step === null || step.step === 'signed_in' ? undefined : step.attempt

  test('each open the account that they show', async () => {
    const [ada, bob] = [somebody(), somebody()]
    const visitor = browser()
    await visitor.visit(ada, 'university')
    const attempt = attemptOf(await visitor.step())
    later()
    await visitor.visit(bob, 'museum')
    expect(await visitor.step()).toMatchObject({ step: 'register', email: bob.email })
    expect(await visitor.call(oidc.resume, { attempt })).toMatchObject({
      data: { step: 'register', email: ada.email, attempt },
    })
    const email = String(ada.email)
    await visitor.call(session.verifyCode, { email, scene: 'register' })
    const code = await codeFor(email)
    const opened = await visitor.call(oidc.register, { ...PERSON, email, code, attempt })
    expect(userOf(opened).email).toBe(email)
    const rows = (await identities()).filter(({ user_id }) => user_id === userOf(opened).id)
    expect(rows).toMatchObject([{ issuer: university.issuer, subject: ada.sub }])
  })

  test('show the account that came back last, though its tab began first', async () => {
    const [ada, bob] = [somebody(), somebody()]
    const visitor = browser()
    const first = await visitor.begin()
    later()
    await visitor.visit(bob)
    later()
    await visitor.back(university.approve(first, ada))
    expect(await visitor.step()).toMatchObject({ step: 'register', email: ada.email })
  })

  test('each ask for the code of their own account', async () => {
    const jurors = [await api.build.juror(2), await api.build.juror(2)] as const
    const [ada, bob] = [somebody(), somebody()]
    await linked(jurors[0], ada)
    await linked(jurors[1], bob)
    const visitor = browser()
    await visitor.visit(ada)
    const attempt = attemptOf(await visitor.step())
    later()
    await visitor.visit(bob)
    expect(await visitor.step()).toMatchObject({ step: 'code', email: jurors[1].email })
    const code = await codeFor(jurors[0].email)
    expect(await visitor.call(oidc.confirm, { code, attempt })).toMatchObject({
      code: 200,
      data: { user: { id: jurors[0].id } },
    })
  })

  test('each link the organisation of which they tell', async () => {
    const owner = await api.build.user()
    const mine = somebody({ email: owner.email })
    const other = somebody({ email: owner.email })
    const own = browser(owner)
    await own.visit(mine)
    const attempt = attemptOf(await own.step())
    later()
    await own.visit(other)
    expect(await own.call(oidc.link, { attempt })).toMatchObject({ code: 200 })
    const rows = (await identities()).filter(({ user_id }) => user_id === owner.id)
    expect(rows).toMatchObject([{ subject: mine.sub }])
  })

  test('name no attempt of another browser', async () => {
    const visitor = browser()
    await visitor.visit(somebody())
    const attempt = attemptOf(await visitor.step())
    const other = browser()
    await other.visit(somebody())
    expect(reasonOf(await other.call(oidc.resume, { attempt }))).toBe('OIDC_UNKNOWN')
  })
})

describe('an answer by way of the browser', () => {
  test('is good once', async () => {
    const ada = somebody()
    await linked(await api.build.user(), ada)
    const visitor = browser()
    const query = university.approve(await visitor.begin(), ada)
    await visitor.back(query)
    university.requests.length = 0
    const { headers } = await visitor.back(query)
    expect(headers).toMatchObject({
      location: '/login?with=university',
      'referrer-policy': 'no-referrer',
    })
    expect(university.requests).toEqual([])
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.resume()))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect(reasonOf(await visitor.resume())).toBe('OIDC_UNKNOWN')
  })

  test('of another browser, another provider or nobody is refused, and its code is not exchanged', async () => {
    const ada = somebody()
    await linked(await api.build.user(), ada)
    const [mine, other] = [browser(), browser()]
    await other.begin()
    const query = university.approve(await mine.begin(), ada)
    university.requests.length = 0
    await other.back(query)
    expect(reasonOf(await other.resume())).toBe('OIDC_UNKNOWN')
    await browser().back(query)
    await mine.back(query, 'museum')
    await mine.back(query.replace(/state=[^&]+/, 'state=none'))
    expect(university.requests).toEqual([])
    await mine.back(query)
    expect(await mine.step()).toMatchObject({ step: 'signed_in' })
  })

  test('with the code of another sign-in is refused', async () => {
    const ada = somebody()
    await linked(await api.build.user(), ada)
    const [mine, other] = [browser(), browser()]
    const stolen = new URLSearchParams(university.approve(await mine.begin(), ada)).get('code')
    const own = new URLSearchParams(university.approve(await other.begin(), somebody()))
    own.set('code', stolen ?? '')
    await other.back(String(own))
    expect(reasonOf(await other.resume())).toBe('OIDC_INVALID')
  })

  test('is late after ten minutes', async () => {
    const visitor = browser()
    const start = Date.now()
    const query = university.approve(await visitor.begin(), somebody())
    api.setTime(new Date(start + 11 * MINUTE))
    await visitor.back(query)
    expect(await visitor.resume()).toMatchObject({ code: 410, data: { reason: 'OIDC_EXPIRED' } })
  })

  test('is bound to this host alone where the site has TLS', async () => {
    const response = await safe.app.inject({
      method: 'POST',
      url: oidc.begin.path,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ provider: 'university' }),
    })
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-oidc=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(response.json<Answer>().data?.['url']).toContain(
      encodeURIComponent(`${SITE_URL}/api/oidc/return/university`),
    )
  })

  test('sets a cookie that scripts and other sites cannot use', async () => {
    const response = await api.app.inject({
      method: 'POST',
      url: oidc.begin.path,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ provider: 'university' }),
    })
    expect(response.headers['set-cookie']).toMatch(
      /^oidc=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
  })
})

describe('accounts and second factors', () => {
  test('a juror on a new device is asked for a code, whatever the provider says of a second factor', async () => {
    proves('call oidc/confirm')
    const juror = await api.build.juror(2)
    const ada = somebody({ amr: ['mfa', 'hwk'], acr: 'phrh' })
    await linked(juror, ada)
    const visitor = browser()
    await visitor.visit(ada)
    expect(await visitor.step()).toMatchObject({
      step: 'code',
      email: juror.email,
      resend_after: expect.any(Number),
    })
    expect(await visitor.call(oidc.confirm, { code: '000000' })).toMatchObject({ code: 422 })
    const code = await codeFor(juror.email)
    const done = await visitor.call(oidc.confirm, { code, trust_device: true })
    expect(done).toMatchObject({ code: 200, data: { user: { id: juror.id } } })
    expect(reasonOf(await visitor.call(oidc.confirm, { code }))).toBe('OIDC_UNKNOWN')
    // The device is known now; the session of a sign-in without a code has proven nothing for grave acts.
    await visitor.visit(ada)
    expect(await visitor.step()).toMatchObject({ step: 'signed_in' })
    const [newest] = await api.db
      .selectFrom('sessions')
      .select('proven_at')
      .where('user_id', '=', juror.id)
      .orderBy('id', 'desc')
      .execute()
    expect(newest?.proven_at).toBeNull()
  })

  test.each(['locked', 'erased'] as const)(
    'an account that is %s is not opened',
    async (status) => {
      const user = await api.build.user()
      const ada = somebody({ email: user.email })
      await linked(user, ada)
      const erased_at = status === 'erased' ? new Date() : null
      await api.db
        .updateTable('users')
        .set({ status, erased_at })
        .where('id', '=', user.id)
        .execute()
      const visitor = browser()
      await visitor.visit(ada)
      expect(reasonOf(await visitor.resume())).toBe('OIDC_CLOSED')
      expect(await visitor.call(oidc.confirm, { code: '000000' })).toMatchObject({ code: 409 })
    },
  )

  test('a sign-in under way does not outlive a corrected address, which takes the links away', async () => {
    const user = await api.build.user()
    const ada = somebody()
    await linked(user, ada)
    const visitor = browser()
    await visitor.visit(ada)
    const { waiting } = await api.db.transaction().execute(async (trx) => {
      await usersRepository(trx).change(user.id, { email: `new-${user.email}` })
      const answer = visitor.resume()
      await Promise.race([answer, until(() => isLockAwaited(api.db))])
      return { waiting: answer }
    })
    const answer = await waiting
    expect([answer.code, reasonOf(answer)]).toEqual([409, 'OIDC_UNKNOWN'])
  })

  test('tokens of the provider are nowhere in the database', async () => {
    const ada = somebody()
    await linked(await api.build.user(), ada)
    const columns = Object.keys(
      (await api.db.selectFrom('oidc_attempts').selectAll().execute())[0] ?? {},
    )
    expect(columns.filter((name) => /token|code|nonce|verifier/.test(name))).toEqual([])
  })
})
