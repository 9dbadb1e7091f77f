import { TAGS, type Tag } from '@awards/shared/calls'
import type { Input, Output } from '@awards/shared/contract'
import { CACHE_MS, FOCUS_REFRESH_MS } from '@awards/shared/domain'
import {
  type BaseQueryFn,
  type EndpointBuilder,
  buildCreateApi,
  coreModule,
  reactHooksModule,
  setupListeners,
} from '@reduxjs/toolkit/query/react'
import { callApi, type Callable, type CallOptions, type EndpointOf } from './call-api.ts'
import { toFailure } from './error-catalogue.ts'
import type { Failure } from './envelope.ts'
import type { Dispatch } from '@reduxjs/toolkit'

type Request = { call: Callable; input: Input<EndpointOf<Callable>>; options: CallOptions }
export type ContractQuery = BaseQueryFn<Request, unknown, Failure>
type Builder = EndpointBuilder<ContractQuery, Tag, 'api'>
/** A call without required input may be made without an argument. */
type Argument<C extends Callable> =
  Record<never, never> extends Input<EndpointOf<C>>
    ? Input<EndpointOf<C>> | void
    : Input<EndpointOf<C>>

type QueryOptions = Omit<CallOptions, 'signal'> & { tags?: readonly Tag[] }
type MutationOptions = Omit<CallOptions, 'signal'> & { invalidates?: readonly Tag[] }

const contractQuery: ContractQuery = async ({ call, input, options }, { signal }) => {
  try {
    return { data: await callApi(call, input, { ...options, signal }) }
  } catch (error) {
    return { error: toFailure(error) }
  }
}

/** On the server, where no effects run, a page asks for its data while it is rendered. */
const createApi = buildCreateApi(
  coreModule(),
  reactHooksModule({ unstable__sideEffectsInRender: typeof window === 'undefined' }),
)

/** The one cache of server data. `useApiQuery` and `useApiMutation` add the calls that pages use. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: contractQuery,
  tagTypes: TAGS,
  keepUnusedDataFor: CACHE_MS / 1000,
  refetchOnFocus: true,
  endpoints: () => ({}),
})

/** A call of the contract as a cached query, for remotes built against 1.3; others use `useApiQuery`. */
export const queryOf = <C extends Callable>(
  build: Builder,
  call: C,
  { tags = [], ...options }: QueryOptions = {},
) =>
  build.query<Output<EndpointOf<C>>, Argument<C>>({
    query: (input) => ({ call, input: input ?? {}, options }),
    providesTags: ['everything', ...tags],
  })

/** A call of the contract as a mutation, for remotes built against 1.3; others use `useApiMutation`. */
export const mutationOf = <C extends Callable>(
  build: Builder,
  call: C,
  { invalidates = [], ...options }: MutationOptions = {},
) =>
  build.mutation<Output<EndpointOf<C>>, Argument<C>>({
    query: (input) => ({ call, input: input ?? {}, options }),
    invalidatesTags: (_data, error) => (error ? [] : [...invalidates]),
  })

/** Refreshes what is on screen when the window gets the focus, at most once in 5 seconds. */
export function refreshOnFocus(dispatch: Dispatch): () => void {
  return setupListeners(dispatch, (send, { onFocus, onOnline, onOffline }) => {
    let last = -Infinity
    const focused = () => {
      if (document.visibilityState === 'hidden' || Date.now() - last < FOCUS_REFRESH_MS) return
      last = Date.now()
      send(onFocus())
    }
    const online = () => send(onOnline())
    const offline = () => send(onOffline())
    window.addEventListener('focus', focused)
    window.addEventListener('visibilitychange', focused)
    window.addEventListener('online', online)
    window.addEventListener('offline', offline)
    return () => {
      window.removeEventListener('focus', focused)
      window.removeEventListener('visibilitychange', focused)
      window.removeEventListener('online', online)
      window.removeEventListener('offline', offline)
    }
  })
}
