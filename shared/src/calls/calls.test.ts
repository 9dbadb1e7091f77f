import { callApi, connectClient } from '@awards/shared/client'
import * as contract from '@awards/shared/contract'
import { publication, publicationAdded, session, sessionAdded } from './index.ts'

const groups = { publication, publicationAdded, session, sessionAdded }

test.each(Object.entries(groups))('the calls of %s are those of the contract', (name, calls) => {
  const endpoints = contract[name as keyof typeof groups] as Readonly<
    Record<string, contract.Endpoint>
  >
  for (const [key, call] of Object.entries(calls)) expect(endpoints[key]).toMatchObject(call)
})

test.each(['publication', 'publicationAdded'] as const)('no call of %s is left out', (name) => {
  expect(Object.keys(groups[name])).toEqual(Object.keys(contract[name]))
})

test('the answer to the facts of a call is parsed by the contract', async () => {
  const answers: unknown[] = [{ received_at: '2027-01-31T10:00:00Z', more: 1 }, { received_at: 7 }]
  connectClient({ send: async () => ({ code: 200, msg: 'ok', data: answers.shift() }) })
  const message = {
    name: 'Ada',
    email: 'ada@example.org',
    subject: 'Prices',
    message: 'What does an entry cost?',
  }
  const send = () => callApi(publicationAdded.sendMessage, message, { skipErrorHandler: true })
  expect(await send()).toEqual({ received_at: '2027-01-31T10:00:00Z' })
  await expect(send()).rejects.toThrow(/received_at/)
})
