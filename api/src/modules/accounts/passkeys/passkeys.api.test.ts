import { account, judgeAdded, passkeys, session } from '@awards/shared/contract'
import { PASSWORD } from '../../../../test/build.ts'
import {
  passkeyDevice,
  type Deviation,
  type PasskeyDevice,
} from '../../../../test/passkey-device.ts'
import { testApi } from '../../../../test/test-api.ts'
import { isLockAwaited, until } from '../../../../test/waiting.ts'
import { usersRepository } from '../users.repository.ts'
import { passkeysRepository } from './passkeys.repository.ts'

const api = await testApi({ STEP_UP: 'on' })
const visitor = api.as(null)
const MINUTE = 60_000
const NEW_PASSWORD = 'Another-Horse-8-Staple'

beforeEach(async () => {
  proves('security 47')
  await api.db.deleteFrom('rate_limits').execute()
})
afterEach(() => api.setTime(new Date()))

type Person = { id: string; email: string }

const mailsTo = async (email: string) => {
  await api.context.jobs.drain()
  return api.mails.filter(({ to }) => to === email)
}
const actsOf = async (subject: string) => {
  const rows = await api.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
  return rows.map(({ action, after }) => ({ action, after }))
}

async function add(person: Person, device: PasskeyDevice = passkeyDevice(), name = 'Laptop') {
  const caller = api.as(person)
  const { options } = await caller.call(passkeys.registrationOptions, {})
  const credential = device.create(options)
  const { passkey_id } = await caller.call(passkeys.register, { name, credential })
  return { device, passkey_id, caller }
}

async function signIn(device: PasskeyDevice, deviation: Deviation = {}) {
  const { options } = await visitor.call(passkeys.signInOptions, {})
  return visitor.answer(passkeys.signIn, { credential: device.get(options, deviation) })
}
const tokenOf = (answer: { data: unknown }) => (answer.data as { token: string }).token

describe('adding a passkey', () => {
  test('tells the device the site as it is configured, and shows the new passkey', async () => {
    proves('call passkey/registrationOptions', 'call passkey/register', 'call passkey/list')
    const person = await api.build.user()
    const { options } = await api.as(person).call(passkeys.registrationOptions, {})
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(options.user.id, 'base64url').toString()).not.toContain(person.id)

    const { caller, device, passkey_id } = await add(person)
    expect(await caller.call(passkeys.list, {})).toMatchObject([
      { passkey_id, name: 'Laptop', last_used_at: null, is_backed_up: true, is_stopped: false },
    ])
    expect(await actsOf(person.id)).toContainEqual({
      action: 'passkey.added',
      after: { passkey_id },
    })
    const [mail] = await mailsTo(person.email)
    expect(mail?.text).toContain('Laptop')
    // excludeCredentials keeps the same device from making a second one.
    const again = await caller.call(passkeys.registrationOptions, {})
    expect(again.options.excludeCredentials).toMatchObject([{ id: device.id }])
    const taken = { name: 'Twice', credential: device.create(again.options) }
    expect(await caller.answer(passkeys.register, taken)).toMatchObject({
      code: 409,
      data: { reason: 'PASSKEY_TAKEN' },
    })
  })

  test('needs a sign-in or a confirmation of the last quarter of an hour', async () => {
    const person = await api.build.user()
    const caller = api.as(person)
    const { options } = await caller.call(passkeys.registrationOptions, {})
    const start = Date.now()
    api.setTime(new Date(start + 16 * MINUTE))
    const refusal = { code: 409, data: { reason: 'STEP_UP' } }
    expect(await caller.answer(passkeys.registrationOptions, {})).toMatchObject(refusal)
    const late = { name: 'Late', credential: passkeyDevice().create(options) }
    expect(await caller.answer(passkeys.register, late)).toMatchObject(refusal)

    await caller.call(account.requestStepUp, {})
    const mail = (await mailsTo(person.email)).at(-1)
    await caller.call(account.stepUp, { code: mail?.text.match(/\b\d{6}\b/)?.[0] ?? '' })
    expect((await caller.answer(passkeys.registrationOptions, {})).code).toBe(200)
  })

  test('stops at ten, also when two are added at once', async () => {
    const person = await api.build.user()
    const caller = api.as(person)
    for (let index = 0; index < 9; index += 1) await add(person, passkeyDevice(), `No ${index}`)
    const two = [passkeyDevice(), passkeyDevice()]
    const credentials = []
    for (const device of two) {
      const { options } = await caller.call(passkeys.registrationOptions, {})
      credentials.push(device.create(options))
    }
    const answers = await Promise.all(
      credentials.map((credential) =>
        caller.answer(passkeys.register, { name: 'Last', credential }),
      ),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(await caller.answer(passkeys.registrationOptions, {})).toMatchObject({
      code: 409,
      data: { reason: 'PASSKEY_LIMIT' },
    })
  })

  const OTHER = 'https://awards.example.net'
  test.each<[string, Deviation, string]>([
    ['another origin', { origin: OTHER }, 'PASSKEY_ORIGIN'],
    ['another site of the device', { rpId: 'example.net' }, 'PASSKEY_ORIGIN'],
    ['a frame of another site', { crossOrigin: true }, 'PASSKEY_ORIGIN'],
    ['no check of the person', { isUnverified: true }, 'PASSKEY_UNVERIFIED'],
    ['an answer to another question', { type: 'webauthn.get' }, 'CHALLENGE_PURPOSE'],
    ['a challenge of its own', { challenge: 'AAAA' }, 'CHALLENGE_UNKNOWN'],
    // Its certificate could name an address that the library would fetch.
    ['the certificate of a TPM', { format: 'tpm' }, 'PASSKEY_ATTESTED'],
    [
      'a certificate',
      { format: 'packed', certificate: Buffer.from('3000', 'hex') },
      'PASSKEY_ATTESTED',
    ],
    ['a format that nobody knows', { format: 'unknown' }, 'PASSKEY_ATTESTED'],
    ['a format without its signature', { format: 'packed' }, 'PASSKEY_INVALID'],
  ])('refuses %s', async (_what, deviation, reason) => {
    const person = await api.build.user()
    const caller = api.as(person)
    const { options } = await caller.call(passkeys.registrationOptions, {})
    const credential = passkeyDevice().create(options, deviation)
    expect(await caller.answer(passkeys.register, { name: 'A', credential })).toMatchObject({
      code: 409,
      msg: expect.any(String),
      data: { reason },
    })
    expect(await caller.call(passkeys.list, {})).toEqual([])
  })

  test('ignores the Host header', async () => {
    const person = await api.build.user()
    const answer = await api
      .as(person)
      .answer(passkeys.registrationOptions, {}, { host: 'evil.example' })
    expect(answer.data).toMatchObject({ options: { rp: { id: 'localhost' } } })
  })
})

describe('signing in with a passkey', () => {
  test.each(['ES256', 'Ed25519', 'RS256'] as const)(
    'opens a session without name, password and code (%s)',
    async (algorithm) => {
      proves('call passkey/signInOptions', 'call passkey/signIn')
      const juror = await api.build.juror(1)
      const { device, caller } = await add(juror, passkeyDevice(algorithm))
      const before = (await mailsTo(juror.email)).length
      const answer = await signIn(device)
      expect(answer).toMatchObject({ code: 200, data: { user: { email: juror.email } } })
      expect(await mailsTo(juror.email)).toHaveLength(before)
      expect(await caller.call(passkeys.list, {})).toMatchObject([
        { last_used_at: expect.any(String) },
      ])
      expect(await actsOf(juror.id)).toContainEqual({
        action: 'session.opened',
        after: { by: 'passkey' },
      })
      // It counts as the second factor of the session.
      const disqualify = { apply_order_id: '42', reason: 'A reason for the record' }
      const grave = await visitor.answer(judgeAdded.disqualify, disqualify, {
        token: tokenOf(answer),
      })
      expect(grave.data).not.toEqual({ reason: 'STEP_UP' })
    },
  )

  test('offers the same to everybody, and no account', async () => {
    await add(await api.build.user())
    const { options } = await visitor.call(passkeys.signInOptions, {})
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [] })
    const rows = await api.db.selectFrom('passkey_challenges').select('challenge_hash').execute()
    expect(
      rows.some(({ challenge_hash: hash }) => hash.toString('base64url') === options.challenge),
    ).toBe(false)
  })

  test.each<[string, Deviation, string]>([
    ['another origin', { origin: 'http://localhost:8081' }, 'PASSKEY_ORIGIN'],
    ['another site of the device', { rpId: 'example.net' }, 'PASSKEY_ORIGIN'],
    ['a frame of another site', { crossOrigin: true }, 'PASSKEY_ORIGIN'],
    ['no check of the person', { isUnverified: true }, 'PASSKEY_UNVERIFIED'],
    ['an answer to another question', { type: 'webauthn.create' }, 'CHALLENGE_PURPOSE'],
    ['a challenge of its own', { challenge: 'AAAA' }, 'CHALLENGE_UNKNOWN'],
    ['the handle of another account', { userHandle: 'AAAA' }, 'PASSKEY_INVALID'],
    ['no handle', { userHandle: null }, 'PASSKEY_INVALID'],
  ])('refuses %s', async (_what, deviation, reason) => {
    const { device } = await add(await api.build.user())
    expect(await signIn(device, deviation)).toMatchObject({ code: 409, data: { reason } })
    expect((await signIn(device)).code).toBe(200)
  })

  test('refuses the signature of another device', async () => {
    const [one, other] = [await api.build.user(), await api.build.user()]
    const { device } = await add(one)
    const { device: stranger } = await add(other)
    const { options } = await visitor.call(passkeys.signInOptions, {})
    const [mine, theirs] = [device.get(options), stranger.get(options)]
    const forged = { ...mine, response: { ...mine.response, signature: theirs.response.signature } }
    expect(await visitor.answer(passkeys.signIn, { credential: forged })).toMatchObject({
      data: { reason: 'PASSKEY_INVALID' },
    })
  })

  test('takes a challenge once, also from two at once', async () => {
    const { device } = await add(await api.build.user())
    const { options } = await visitor.call(passkeys.signInOptions, {})
    const credential = device.get(options)
    const answers = await Promise.all(
      [1, 2, 3].map(() => visitor.answer(passkeys.signIn, { credential })),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])
    expect(await visitor.answer(passkeys.signIn, { credential })).toMatchObject({
      data: { reason: 'CHALLENGE_USED' },
    })
  })

  test('refuses a challenge after five minutes, and one of another purpose', async () => {
    const person = await api.build.user()
    const { device, caller } = await add(person)
    const { options: late } = await visitor.call(passkeys.signInOptions, {})
    api.setTime(new Date(Date.now() + 5 * MINUTE + 1_000))
    expect(await visitor.answer(passkeys.signIn, { credential: device.get(late) })).toMatchObject({
      code: 410,
      data: { reason: 'CHALLENGE_EXPIRED' },
    })
    const { options } = await caller.call(passkeys.stepUpOptions, {})
    if (!options) throw new Error('The account has a passkey')
    const credential = device.get(options)
    expect(await visitor.answer(passkeys.signIn, { credential })).toMatchObject({
      code: 409,
      data: { reason: 'CHALLENGE_PURPOSE' },
    })
  })

  test('knows neither a device that was never added nor the passkey of a locked account', async () => {
    const stranger = passkeyDevice()
    expect(await signIn(stranger, { userHandle: 'AAAA' })).toMatchObject({
      data: { reason: 'PASSKEY_UNKNOWN' },
    })
    const person = await api.build.user()
    const { device } = await add(person)
    await api.db
      .updateTable('users')
      .set({ status: 'locked' })
      .where('id', '=', person.id)
      .execute()
    expect(await signIn(device)).toMatchObject({ data: { reason: 'PASSKEY_UNKNOWN' } })
  })

  test('counts refused answers by network', async () => {
    const { device } = await add(await api.build.user())
    await signIn(device, { isUnverified: true })
    await signIn(device)
    const counted = await api.db
      .selectFrom('rate_limits')
      .select('points')
      .where('key', 'like', 'passkey_ip:%')
      .execute()
    expect(counted).toEqual([{ points: 1 }])
  })
})

describe('a counter', () => {
  test('that grows is followed; one that goes backwards stops the passkey and tells the owner', async () => {
    const person = await api.build.user()
    const { device, caller, passkey_id } = await add(
      person,
      passkeyDevice('ES256', { counts: true }),
    )
    expect((await signIn(device)).code).toBe(200)
    expect((await signIn(device, { counter: 40 })).code).toBe(200)
    const stopped = { code: 409, data: { reason: 'PASSKEY_STOPPED' } }
    expect(await signIn(device, { counter: 40 })).toMatchObject(stopped)
    // Neither the device nor its copy is let in from now on.
    expect(await signIn(device, { counter: 90 })).toMatchObject(stopped)
    expect(await caller.call(passkeys.list, {})).toMatchObject([{ passkey_id, is_stopped: true }])
    expect(await actsOf(person.id)).toContainEqual({
      action: 'passkey.stopped',
      after: { passkey_id, stored: 40, given: 40 },
    })
    const mails = await mailsTo(person.email)
    expect(mails.filter(({ subject }) => subject.includes('stopped'))).toHaveLength(1)
    expect(await caller.call(passkeys.stepUpOptions, {})).toEqual({ options: null })
  })

  test('cannot be set back by somebody without the device', async () => {
    const { device, caller } = await add(
      await api.build.user(),
      passkeyDevice('ES256', { counts: true }),
    )
    await signIn(device)
    const { options } = await visitor.call(passkeys.signInOptions, {})
    const credential = device.get(options, { counter: 0 })
    credential.response.signature = Buffer.from('30060201010201', 'hex').toString('base64url')
    expect(await visitor.answer(passkeys.signIn, { credential })).toMatchObject({
      data: { reason: 'PASSKEY_INVALID' },
    })
    expect(await caller.call(passkeys.list, {})).toMatchObject([{ is_stopped: false }])
  })
})

describe('the second factor', () => {
  const disqualify = (token: string) =>
    visitor.answer(
      judgeAdded.disqualify,
      { apply_order_id: '42', reason: 'A reason for the record' },
      { token },
    )

  test('of a grave act is a passkey of the same account, in the same session', async () => {
    proves('call passkey/stepUpOptions', 'call passkey/stepUp')
    const chair = await api.build.juror(1)
    const { device } = await add(chair)
    const token = tokenOf(await signIn(device))
    const headers = { token }
    await api.db.updateTable('sessions').set({ proven_at: null }).execute()
    expect(await disqualify(token)).toMatchObject({ code: 409, data: { reason: 'STEP_UP' } })

    const optionsOf = async () => {
      const { data } = await visitor.answer(passkeys.stepUpOptions, {}, headers)
      return passkeys.stepUpOptions.output.parse(data).options
    }
    const options = await optionsOf()
    expect(options).toMatchObject({ allowCredentials: [{ id: device.id }] })
    if (!options) return
    const prove = (credential: object) => visitor.answer(passkeys.stepUp, { credential }, headers)

    const { device: foreign } = await add(await api.build.juror(1))
    expect(await prove(foreign.get(options))).toMatchObject({ data: { reason: 'PASSKEY_FOREIGN' } })
    expect(await disqualify(token)).toMatchObject({ data: { reason: 'STEP_UP' } })

    const other = api.as(await api.build.juror(1))
    const stolen = await optionsOf()
    if (!stolen) return
    expect(await other.answer(passkeys.stepUp, { credential: device.get(stolen) })).toMatchObject({
      code: 409,
      data: { reason: 'CHALLENGE_ACCOUNT' },
    })

    const again = await optionsOf()
    if (!again) return
    expect(await prove(device.get(again))).toMatchObject({ code: 200 })
    expect((await disqualify(token)).code).toBe(403)
    expect(await actsOf(chair.id)).toContainEqual({
      action: 'session.proven',
      after: { by: 'passkey' },
    })
  })

  test('may be tried ten times', async () => {
    const person = await api.build.user()
    const { caller, device } = await add(person)
    for (let index = 0; index < 10; index += 1) {
      const { options } = await caller.call(passkeys.stepUpOptions, {})
      if (!options) throw new Error('The account has a passkey')
      const credential = device.get(options, { isUnverified: true })
      expect((await caller.answer(passkeys.stepUp, { credential })).code).toBe(409)
    }
    const { options } = await caller.call(passkeys.stepUpOptions, {})
    if (!options) throw new Error('The account has a passkey')
    expect((await caller.answer(passkeys.stepUp, { credential: device.get(options) })).code).toBe(
      429,
    )
  })

  test('is a code where the account has no passkey', async () => {
    const juror = await api.build.juror(2)
    expect(await api.as(juror).call(passkeys.stepUpOptions, {})).toEqual({ options: null })
  })
})

describe('the list', () => {
  test('is the account’s own: others can neither rename nor remove', async () => {
    proves('call passkey/rename', 'call passkey/remove', 'security 56')
    const person = await api.build.user()
    const { passkey_id, caller } = await add(person)
    const stranger = api.as(await api.build.user())
    for (const [call, input] of [
      [passkeys.rename, { passkey_id, name: 'Mine' }],
      [passkeys.remove, { passkey_id }],
    ] as const) {
      const foreign = await stranger.answer(call, input)
      const missing = await stranger.answer(call, { ...input, passkey_id: '4611686018427387904' })
      expect({ ...foreign, trace_id: '' }).toEqual({ ...missing, trace_id: '' })
      expect(foreign.code).toBe(404)
    }
    expect(await caller.call(passkeys.rename, { passkey_id, name: 'Desk' })).toEqual({
      changed: true,
    })
    expect(await caller.call(passkeys.list, {})).toMatchObject([{ name: 'Desk' }])
    expect(await actsOf(person.id)).toContainEqual({
      action: 'passkey.renamed',
      after: { passkey_id },
    })
  })

  test('loses a passkey at once: it signs nobody in, and the owner is told', async () => {
    const person = await api.build.user()
    const { passkey_id, caller, device } = await add(person)
    api.setTime(new Date(Date.now() + 16 * MINUTE))
    expect(await caller.answer(passkeys.remove, { passkey_id })).toMatchObject({
      data: { reason: 'STEP_UP' },
    })
    api.setTime(new Date())
    expect(await caller.call(passkeys.remove, { passkey_id })).toEqual({ removed: true })
    expect(await signIn(device)).toMatchObject({ data: { reason: 'PASSKEY_UNKNOWN' } })
    const mails = await mailsTo(person.email)
    expect(mails.some(({ subject }) => subject.includes('removed'))).toBe(true)
    expect(await actsOf(person.id)).toContainEqual({ action: 'passkey.removed', after: null })
  })

  test('keeps the last passkey of who needs a second factor, unless another takes its place', async () => {
    const chair = await api.build.juror(1)
    const lost = await add(chair)
    const last = await lost.caller.answer(passkeys.remove, { passkey_id: lost.passkey_id })
    expect(last).toMatchObject({ code: 409, data: { reason: 'LAST_PASSKEY' } })
    const next = await add(chair, passkeyDevice(), 'Telephone')
    // Of two removals at once one wins: the second waits for the account, and counts again.
    const second = await api.db.transaction().execute(async (trx) => {
      await usersRepository(trx).lock(chair.id)
      await passkeysRepository(trx).remove(next.passkey_id)
      const answer = lost.caller.answer(passkeys.remove, { passkey_id: lost.passkey_id })
      await Promise.race([answer, until(() => isLockAwaited(api.db))])
      return { answer }
    })
    expect(await second.answer).toMatchObject({ data: { reason: 'LAST_PASSKEY' } })
    expect(await lost.caller.call(passkeys.list, {})).toHaveLength(1)
    // One that is refused anyhow is no factor.
    await api.db
      .updateTable('passkeys')
      .set({ stopped_at: new Date() })
      .where('user_id', '=', chair.id)
      .execute()
    const [stopped] = await lost.caller.call(passkeys.list, {})
    const input = { passkey_id: stopped?.passkey_id ?? '' }
    expect(await lost.caller.call(passkeys.remove, input)).toEqual({ removed: true })
  })
})

test('a lost device: password and code by e-mail let the owner back, who exchanges the passkey', async () => {
  const chair = await api.build.juror(1)
  const { device: lost, passkey_id } = await add(chair)
  const codeOf = async () =>
    (await mailsTo(chair.email)).at(-1)?.text.match(/\b\d{6}\b/)?.[0] ?? 'none'
  await mailsTo(chair.email)
  await visitor.call(session.verifyCode, { email: chair.email, scene: 'reset' })
  const pair = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  await visitor.call(session.resetPassword, { email: chair.email, code: await codeOf(), ...pair })
  // Queued mails are sent in any order: the next code comes after this mail.
  await mailsTo(chair.email)
  const given = { email: chair.email, password: NEW_PASSWORD }
  expect(
    (await visitor.answer(session.login, { email: chair.email, password: PASSWORD })).code,
  ).toBe(422)
  expect(await visitor.answer(session.login, given)).toMatchObject({ code: 409 })
  const back = await visitor.answer(session.login, { ...given, code: await codeOf() })
  const headers = { token: tokenOf(back) }

  const device = passkeyDevice()
  const { data } = await visitor.answer(passkeys.registrationOptions, {}, headers)
  const { options } = passkeys.registrationOptions.output.parse(data)
  const credential = device.create(options)
  expect(
    await visitor.answer(passkeys.register, { name: 'New', credential }, headers),
  ).toMatchObject({ code: 200 })
  expect(await visitor.answer(passkeys.remove, { passkey_id }, headers)).toMatchObject({
    code: 200,
  })
  expect(await signIn(lost)).toMatchObject({ data: { reason: 'PASSKEY_UNKNOWN' } })
  expect((await signIn(device)).code).toBe(200)
})

test('nothing of a passkey that could sign is kept, and the list holds no key', async () => {
  const { caller, device } = await add(await api.build.user())
  const { options } = await visitor.call(passkeys.signInOptions, {})
  await visitor.answer(passkeys.signIn, { credential: device.get(options) })
  const rows = await api.db.selectFrom('passkey_challenges').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(options.challenge)
  const [listed] = await caller.call(passkeys.list, {})
  expect(Object.keys(listed ?? {}).toSorted()).toEqual([
    'created_at',
    'is_backed_up',
    'is_stopped',
    'last_used_at',
    'name',
    'passkey_id',
  ])
})
