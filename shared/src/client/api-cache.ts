import { TAGS, type Tag } from '@awards/shared/calls'
import type { Input, Output } from '@awards/shared/contract'
import { CACHE_MS, FOCUS_REFRESH_MS } from '@awards/shared/domain'
import type { Dispatch } from '@reduxjs/toolkit'
import {
  type BaseQueryFn,
  buildCreateApi,
  coreModule,
  type EndpointBuilder,
  reactHooksModule,
  setupListeners,
  type SubscriptionOptions,
} from '@reduxjs/toolkit/query/react'
import { callApi, type Callable, type CallOptions, type EndpointOf } from './call-api.ts'
import { errorReason, toFailure, type Failure } from './error-catalogue.ts'

type InputOf<C extends Callable> = Input<EndpointOf<C>>
type OutputOf<C extends Callable> = Output<EndpointOf<C>>
type Request = { call: Callable; input: InputOf<Callable>; options: CallOptions }
type ContractQuery = BaseQueryFn<Request, unknown, Failure>
type Builder = EndpointBuilder<ContractQuery, Tag, 'api'>
/** A call without required input may be made without an argument. */
type Argument<C extends Callable> =
  Record<never, never> extends InputOf<C> ? InputOf<C> | void : InputOf<C>

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
  build.query<OutputOf<C>, Argument<C>>({
    query: (input) => ({ call, input: input ?? {}, options }),
    providesTags: ['everything', ...tags],
  })

/** A call of the contract as a mutation, for remotes built against 1.3; others use `useApiMutation`. */
export const mutationOf = <C extends Callable>(
  build: Builder,
  call: C,
  { invalidates = [], ...options }: MutationOptions = {},
) =>
  build.mutation<OutputOf<C>, Argument<C>>({
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

/** A call whose answer the cache holds, by its facts. */
type QueryCall = Callable &
  ({ readonly method: 'GET'; readonly as?: 'query' } | { readonly as: 'query' })
/** A call that is made when somebody acts, by its facts. */
type MutationCall = Callable &
  ({ readonly method: 'POST'; readonly as?: 'mutation' } | { readonly as: 'mutation' })

/** One page may handle failures otherwise than the facts of the call say. */
type ErrorOption = { readonly skipErrorHandler?: boolean }
/** The option travels with the input and stays out of the cache key, so that all pages share the answer. */
type QueryArgument<C extends Callable> = InputOf<C> & ErrorOption

const splitArgument = <C extends Callable>({ skipErrorHandler, ...input }: QueryArgument<C>) => ({
  input: input as InputOf<C>,
  skipErrorHandler,
})

const queryFrom = <C extends Callable>(build: Builder, call: C) =>
  build.query<OutputOf<C>, QueryArgument<C>>({
    query(argument) {
      const { input, skipErrorHandler = call.skipErrorHandler ?? false } = splitArgument(argument)
      return { call, input, options: { skipErrorHandler } }
    },
    serializeQueryArgs: ({ queryArgs }) => splitArgument(queryArgs).input,
    providesTags: ['everything', ...(call.tags ?? [])],
    ...(call.isStatic && { keepUnusedDataFor: Infinity }),
  })

const isDryRun = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'dry_run' in input && input.dry_run === true

/** Refused since somebody else came first (409 `VERSION`): what is cached is of before, and a page says that it shows the new state. */
const isOvertaken = (error: unknown): boolean => errorReason(error) === 'VERSION'

const mutationFrom = <C extends Callable>(build: Builder, call: C) =>
  build.mutation<OutputOf<C>, Argument<C>>({
    query: (input) => ({
      call,
      input: input ?? {},
      options: { skipErrorHandler: call.skipErrorHandler ?? false },
    }),
    invalidatesTags: (_data, error, input) =>
      (error && !isOvertaken(error)) || isDryRun(input) ? [] : [...(call.invalidates ?? [])],
  })

/** Registers a call under its own name at its first use; the cast lets the compiler follow the name. */
function queryApi<C extends QueryCall>(call: C) {
  const inject = () =>
    api.injectEndpoints({
      endpoints: (build) =>
        ({ [call.name]: queryFrom(build, call) }) as { query: ReturnType<typeof queryFrom<C>> },
    })
  type QueryApi = ReturnType<typeof inject>
  const name = call.name as string as 'query'
  const { endpoints, util } = name in api.endpoints ? (api as unknown as QueryApi) : inject()
  return { name, endpoint: endpoints[name], util }
}

function mutationEndpoint<C extends MutationCall>(call: C) {
  const inject = () =>
    api.injectEndpoints({
      endpoints: (build) =>
        ({ [call.name]: mutationFrom(build, call) }) as {
          mutation: ReturnType<typeof mutationFrom<C>>
        },
    })
  type MutationApi = ReturnType<typeof inject>
  const name = call.name as string as 'mutation'
  const { endpoints } = name in api.endpoints ? (api as unknown as MutationApi) : inject()
  return endpoints[name]
}

type HookOptions = SubscriptionOptions &
  ErrorOption & {
    readonly skip?: boolean
    readonly refetchOnMountOrArgChange?: boolean | number
  }
type QueryParameters<C extends Callable> =
  Record<never, never> extends InputOf<C>
    ? [input?: InputOf<C>, options?: HookOptions]
    : [input: InputOf<C>, options?: HookOptions]

/**
 * The cached answer to a call: `useApiQuery(entries.entryList, { current: 1 })`. All components share one cache
 * entry per call and input; the facts of the contract say what invalidates it and whether a failure shows a toast.
 */
export function useApiQuery<C extends QueryCall>(
  call: C,
  ...[input, { skipErrorHandler, ...options } = {}]: QueryParameters<C>
) {
  const { endpoint } = queryApi(call)
  const argument = { ...input, ...(skipErrorHandler !== undefined && { skipErrorHandler }) }
  return endpoint.useQuery(argument as QueryArgument<C>, {
    ...(call.isStatic && { refetchOnFocus: false }),
    ...options,
  })
}

/** The same, fetched when the returned trigger is called: `const [quote] = useLazyApiQuery(payments.getEntryFee)`. */
export function useLazyApiQuery<C extends QueryCall>(call: C) {
  return queryApi(call).endpoint.useLazyQuery()
}

/** A call that changes something: `const [remove, { isLoading }] = useApiMutation(entries.deleteEntry)`. */
export const useApiMutation = <C extends MutationCall>(call: C) =>
  mutationEndpoint(call).useMutation()

/** The cached answers of a call outside of its hook, as thunks to dispatch; `select` reads. */
export function cacheOf<C extends QueryCall>(call: C) {
  const { endpoint, name, util } = queryApi(call)
  const { initiate, select } = endpoint
  type Util = typeof util
  return {
    initiate,
    select,
    prefetch: (input: InputOf<C>, options: Parameters<Util['prefetch']>[2]) =>
      util.prefetch(name, input, options),
    /** Changes a cached answer in place, as the server would answer by now. */
    update: (input: InputOf<C>, recipe: Parameters<Util['updateQueryData']>[2]) =>
      util.updateQueryData(name, input, recipe),
    /** Puts an answer into the cache that came another way. */
    upsert: (input: InputOf<C>, answer: OutputOf<C>) => util.upsertQueryData(name, input, answer),
    /** The request that is on its way, if there is one. */
    running: (input: InputOf<C>) => util.getRunningQueryThunk(name, input),
  }
}
