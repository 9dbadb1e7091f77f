import { newWebhookSecret, webhookHeaders } from './standard-webhooks.ts'

test('a webhook is signed as the example of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const at = new Date(1_614_265_330_000)
  expect(
    webhookHeaders(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}'),
  ).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a secret has 24 random bytes', () => {
  const bytes = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  expect(bytes(newWebhookSecret())).toHaveLength(24)
  expect(newWebhookSecret()).not.toBe(newWebhookSecret())
})

test('while a secret is exchanged the webhook has a signature by each', () => {
  const [one, other] = [newWebhookSecret(), newWebhookSecret()]
  const signed = (secrets: string | string[]) =>
    webhookHeaders(secrets, 'msg_1', new Date(0), '{}')['webhook-signature']
  expect(signed([one, other])).toBe(`${signed(one)} ${signed(other)}`)
})
