import { publication as publicCalls } from '@awards/shared/calls'
import { api, cacheOf, connectClient, useApiMutation, useApiQuery } from '@awards/shared/client'
import { entries, judge, judgeAdded, payments, publication } from '@awards/shared/contract'
import { createStore } from '@awards/shared/session'
import { act, render, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'

const FRANCE = {
  id: '1',
  name: 'France',
  name_cn: '法国',
  iso2: 'FR',
  dial_code: '+33',
  flag: '🇫🇷',
}
const ok = (data: unknown) => ({ code: 200, msg: 'ok', data, trace_id: 'x' })
const broken = { code: 500, msg: 'Broken', data: null, trace_id: 'x' }

let asked: string[] = []
let toasts: string[] = []
let answer: unknown
beforeEach(() => {
  asked = []
  toasts = []
  connectClient({
    notify: (text) => toasts.push(text),
    send: async ({ url }) => {
      asked.push(url)
      return answer
    },
  })
})

const inSite = () => {
  const store = createStore()
  return {
    store,
    wrapper: ({ children }: { children: ReactNode }) => (
      <Provider store={store}>{children}</Provider>
    ),
  }
}

test('two remotes that use the same call share one registration and one request', async () => {
  answer = ok([FRANCE])
  const One = () => <p>{useApiQuery(publication.getGlobalAreaCode).data?.length}</p>
  const Other = () => <p>{useApiQuery(publicCalls.getGlobalAreaCode, {}).data?.length}</p>
  const { store, wrapper } = inSite()
  const { container } = render([<One key="1" />, <Other key="2" />], { wrapper })
  await waitFor(() => expect(container).toHaveTextContent('11'))
  expect(asked).toEqual(['/index/getGlobalAreaCode'])
  expect(Object.keys(store.getState().api.queries)).toEqual(['index/getGlobalAreaCode({})'])
  expect(Object.keys(api.endpoints).filter((name) => /AreaCode/.test(name))).toHaveLength(1)
})

test('the list of countries stays in the cache after its last page, other answers go', async () => {
  answer = ok([])
  const { store } = inSite()
  jest.useFakeTimers()
  for (const call of [publication.getGlobalAreaCode, publication.getAward] as const) {
    const query = store.dispatch(cacheOf(call).initiate({}))
    await act(() => query)
    query.unsubscribe()
  }
  await act(() => jest.advanceTimersByTimeAsync(60 * 60_000))
  jest.useRealTimers()
  expect(Object.keys(store.getState().api.queries)).toEqual(['index/getGlobalAreaCode({})'])
})

test.each([
  ['by the facts of the call', {}, 0],
  ['by the option of a page', { skipErrorHandler: false }, 1],
])('a failure is shown %s, under the same cache key', async (_how, options, shown) => {
  answer = broken
  const { store, wrapper } = inSite()
  const { result } = renderHook(() => useApiQuery(publication.getAward, {}, options), { wrapper })
  await waitFor(() => expect(result.current.isError).toBe(true))
  expect(toasts).toHaveLength(shown)
  expect(Object.keys(store.getState().api.queries)).toEqual(['index/getAward({})'])
})

test('a page without the toast sends no option to the server', async () => {
  const inputs: unknown[] = []
  connectClient({ send: async ({ input }) => (inputs.push(input), broken) })
  const { wrapper } = inSite()
  const quiet = { skipErrorHandler: true }
  const input = { apply_order_id: '7' }
  const { result } = renderHook(() => useApiQuery(entries.info, input, quiet), { wrapper })
  await waitFor(() => expect(result.current.isError).toBe(true))
  expect(inputs).toEqual([input])
  expect(toasts).toEqual([])
})

const PLAN = {
  awarded: 0,
  not_awarded: 0,
  shown: 0,
  certificates: 0,
  skipped: [],
  published_at: null,
  plan: 'p',
  checklist: [],
  without_decision: 0,
  changes: [],
}

test('a mutation makes the answers of its tags stale, a dry run none', async () => {
  const { store, wrapper } = inSite()
  connectClient({
    send: async ({ url }) => (asked.push(url), ok(url.endsWith('publish') ? PLAN : [])),
  })
  const channels = store.dispatch(cacheOf(payments.getEntryFeePaymentChannel).initiate({}))
  const info = store.dispatch(cacheOf(entries.info).initiate({ apply_order_id: '1' }))
  await Promise.all([channels, info])
  const { result } = renderHook(() => useApiMutation(judgeAdded.publish), { wrapper })
  const publish = (dry_run: boolean) => act(() => result.current[0]({ edition_id: '1', dry_run }))
  asked = []
  await publish(true)
  expect(asked).toEqual(['/judge/publish'])
  asked = []
  await publish(false)
  await waitFor(() => expect(asked).toEqual(['/judge/publish', '/apply/info']))
})

test.each([
  ['VERSION', ['/judge/award', '/apply/info']],
  ['QUORUM', ['/judge/award']],
])('a change that is refused for %s asks for %j', async (reason, calls) => {
  const { store, wrapper } = inSite()
  const refused = { code: 409, msg: 'No', data: { reason }, trace_id: 'x' }
  connectClient({
    send: async ({ url }) => (asked.push(url), url.endsWith('award') ? refused : ok([])),
  })
  await store.dispatch(cacheOf(entries.info).initiate({ apply_order_id: '1' }))
  const { result } = renderHook(() => useApiMutation(judge.award), { wrapper })
  asked = []
  await act(() => result.current[0]({ apply_order_id: '1', award_id: '2', version: 1 }))
  await waitFor(() => expect(asked).toEqual(calls))
})

test('the compiler refuses a query that changes something, and a mutation that reads', () => {
  // @ts-expect-error deleting an entry is no query
  expect(() => cacheOf(entries.deleteEntry)).not.toThrow()
  // @ts-expect-error a list of entries is no mutation
  expect(() => renderHook(() => useApiMutation(entries.awardList), inSite())).not.toThrow()
})
