import type { Endpoint } from '@awards/shared/contract'

/** What it takes to make a call. What goes in and comes out is known to the compiler alone. */
export type Call<E extends Endpoint = Endpoint> = Pick<E, 'name' | 'method' | 'path'> & {
  /** Never there; it carries the type of the endpoint. */
  readonly endpoint?: E
}

/** The facts of a call. The contract states them too, and the compiler sees that both say the same. */
export const call = <E extends Endpoint>(method: E['method'], name: E['name']): Call<E> => ({
  name,
  method,
  path: `/api/${name}`,
})
