import { api, connectClient, queryOf } from '@awards/shared/client'
import { publication } from '@awards/shared/contract'
import { createStore } from '@awards/shared/session'
import { answersOf } from './answers.ts'

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    testAwards: queryOf(build, publication.getAward, { skipErrorHandler: true, tags: ['content'] }),
    testPlace: queryOf(build, publication.contact, { skipErrorHandler: true, tags: ['content'] }),
  }),
})

let code = 404
connectClient({
  send: async ({ url }) =>
    url.endsWith('getAward')
      ? { code: 200, msg: 'ok', data: [], trace_id: 'x' }
      : { code, msg: 'none', data: null, trace_id: 'x' },
})

async function answered(names: readonly ('testAwards' | 'testPlace')[]) {
  const store = createStore()
  for (const name of names) {
    if (name === 'testAwards') await store.dispatch(endpoints.testAwards.initiate())
    else await store.dispatch(endpoints.testPlace.initiate())
  }
  return answersOf(store)
}

test('the same answers are the same bytes, whichever came first', async () => {
  const first = await answered(['testAwards', 'testPlace'])
  const second = await answered(['testPlace', 'testAwards'])
  expect(JSON.stringify(second)).toBe(JSON.stringify(first))
  expect(Object.keys(first.queries)).toEqual(['testAwards(undefined)', 'testPlace(undefined)'])
  expect(first.queries['testPlace(undefined)']).toMatchObject({
    status: 'rejected',
    fulfilledTimeStamp: expect.any(Number),
  })
})

test('nothing is asked again by whoever takes them over', async () => {
  const store = createStore(JSON.parse(JSON.stringify(await answered(['testAwards']))))
  const before = store.getState().api.queries
  await store.dispatch(endpoints.testAwards.initiate())
  expect(store.getState().api.queries['testAwards(undefined)']).toMatchObject({
    requestId: before['testAwards(undefined)']?.requestId,
  })
})

test('a refusal that no page shows fails it', async () => {
  code = 500
  await expect(answered(['testPlace'])).rejects.toThrow('testPlace failed')
  code = 404
})
