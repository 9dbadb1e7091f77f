import { session } from '@awards/shared/contract'
import { PASSWORD } from '../../../test/build.ts'
import { testApi } from '../../../test/test-api.ts'

const api = await testApi({
  MODE: 'production',
  SITE_URL: 'https://awards.example',
  SMTP_URL: 'smtp://mail.example',
})
const visitor = api.as(null)
const ask = async (email: string) =>
  (await visitor.answer(session.verifyCode, { email, scene: 'reset' })).code

test('the rate limit is 20 codes per network address and hour', async () => {
  proves('security 14')
  for (let index = 0; index < 20; index += 1) {
    expect(await ask(`person${index}@example.net`)).toBe(200)
  }
  expect(await ask('one-too-many@example.net')).toBe(429)
})

test('a successful sign-in does not count against the network address', async () => {
  const { email } = await api.build.user()
  expect((await visitor.answer(session.login, { email, password: PASSWORD })).code).toBe(200)
  expect((await visitor.answer(session.login, { email, password: 'wrong' })).code).toBe(422)
  const row = await api.db
    .selectFrom('rate_limits')
    .select('points')
    .where('key', 'like', 'login_ip:%')
    .executeTakeFirstOrThrow()
  expect(row.points).toBe(1)
})
