import type { Endpoint, Output } from '@awards/shared/contract'
import type { CacheFacts } from './facts.ts'

/** What it takes to make a call and to cache it. The types of input and output are known to the compiler alone. */
export type Call<E extends Endpoint = Endpoint> = Pick<E, 'name' | 'method' | 'path'> &
  Omit<CacheFacts, 'as'> & {
    /** Never there; it carries the type of the endpoint. */
    readonly endpoint?: E
  }

/** The facts of a call. The contract states them too, and the compiler and a test see that both say the same. */
export const call = <E extends Endpoint>(
  method: E['method'],
  name: E['name'],
  facts: Omit<CacheFacts, 'as'> = {},
): Call<E> => ({ name, method, path: `/api/${name}`, ...facts })

/** What a caller receives as `data`. */
export type OutputOf<C extends Call> = C extends Call<infer E> ? Output<E> : never
