import { cacheOf, connectClient } from '@awards/shared/client'
import { publication } from '@awards/shared/contract'
import { createStore } from '@awards/shared/session'
import { answersOf } from './answers.ts'

let code = 404
connectClient({
  send: async ({ url }) =>
    url.endsWith('getAward')
      ? { code: 200, msg: 'ok', data: [], trace_id: 'x' }
      : { code, msg: 'none', data: null, trace_id: 'x' },
})

async function answered(names: readonly ('getAward' | 'contact')[]) {
  const store = createStore()
  for (const name of names) {
    if (name === 'getAward') await store.dispatch(cacheOf(publication.getAward).initiate({}))
    else await store.dispatch(cacheOf(publication.contact).initiate({}))
  }
  return answersOf(store)
}

test('the same answers are the same bytes, whichever came first', async () => {
  const first = await answered(['getAward', 'contact'])
  const second = await answered(['contact', 'getAward'])
  expect(JSON.stringify(second)).toBe(JSON.stringify(first))
  expect(Object.keys(first.queries)).toEqual(['index/contact({})', 'index/getAward({})'])
  expect(first.queries['index/contact({})']).toMatchObject({
    status: 'rejected',
    fulfilledTimeStamp: expect.any(Number),
  })
})

test('components that take the answers over ask for nothing again', async () => {
  const store = createStore(JSON.parse(JSON.stringify(await answered(['getAward']))))
  const before = store.getState().api.queries
  await store.dispatch(cacheOf(publication.getAward).initiate({}))
  expect(store.getState().api.queries['index/getAward({})']).toMatchObject({
    requestId: before['index/getAward({})']?.requestId,
  })
})

test('a refusal that no page shows fails it', async () => {
  code = 500
  await expect(answered(['contact'])).rejects.toThrow('index/contact failed')
  code = 404
})
