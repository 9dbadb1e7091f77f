import type { Endpoint, Input, Output } from '@awards/shared/contract'
import { CACHE_MS } from '@awards/shared/domain'
import type { BaseQueryFn, EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { buildCreateApi, coreModule, reactHooksModule } from '@reduxjs/toolkit/query/react'
import { callApi, type CallOptions } from './call-api.ts'
import { toFailure } from './failure.ts'
import type { Failure } from './business-error.ts'

/** What cached answers are about; a mutation names what it makes stale. */
export const TAGS = [
  'everything',
  'content',
  'user',
  'entry',
  'award',
  'payment',
  'invoice',
  'judging',
  'score',
  'code',
] as const
export type Tag = (typeof TAGS)[number]

type Call = { call: Endpoint; input: Input<Endpoint>; options: CallOptions }
type ContractQuery = BaseQueryFn<Call, unknown, Failure>
type Builder = EndpointBuilder<ContractQuery, Tag, 'api'>
/** A call without required input may be made without an argument. */
type Argument<E extends Endpoint> =
  Record<never, never> extends Input<E> ? Input<E> | void : Input<E>

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

/**
 * The one cache of server data. A remote adds its endpoints when it loads:
 * `api.injectEndpoints({ endpoints: (build) => ({ entryList: queryOf(build, apply.entryList) }) })`.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: contractQuery,
  tagTypes: TAGS,
  keepUnusedDataFor: CACHE_MS / 1000,
  refetchOnFocus: true,
  endpoints: () => ({}),
})

/** A call of the contract as a cached query. */
export const queryOf = <E extends Endpoint>(
  build: Builder,
  call: E,
  { tags = [], ...options }: QueryOptions = {},
) =>
  build.query<Output<E>, Argument<E>>({
    query: (input) => ({ call, input: input ?? {}, options }),
    providesTags: ['everything', ...tags],
  })

/** A call of the contract as a mutation; `invalidates` names the cached answers it makes stale. */
export const mutationOf = <E extends Endpoint>(
  build: Builder,
  call: E,
  { invalidates = [], ...options }: MutationOptions = {},
) =>
  build.mutation<Output<E>, Argument<E>>({
    query: (input) => ({ call, input: input ?? {}, options }),
    invalidatesTags: (_data, error) => (error ? [] : [...invalidates]),
  })
