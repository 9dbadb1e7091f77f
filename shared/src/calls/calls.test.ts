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
