/** What a cached answer is about: a mutation that invalidates the tag makes it stale. */
export const TAGS = [
  'everything',
  'content',
  'user',
  'entry',
  'price',
  'award',
  'payment',
  'invoice',
  'judging',
  'score',
  'code',
  'organiser',
  'studio',
  'key',
] as const
export type Tag = (typeof TAGS)[number]

/** How the browser's cache (RTK Query) treats a call; the server does not read it. */
export type CacheFacts = {
  /** A GET is a query and a POST a mutation, unless this says otherwise. */
  readonly as?: 'query' | 'mutation'
  /** Tags of the cached answer. */
  readonly tags?: readonly Tag[]
  /** Tags that the call makes stale when it succeeds and is no dry run, or is refused since somebody else came first. */
  readonly invalidates?: readonly Tag[]
  /** No toast, no navigation: the page shows a failure itself, or works without the answer. */
  readonly skipErrorHandler?: boolean
  /** Fetched once a session: stays in the cache, and the focus of the window does not refetch it. */
  readonly isStatic?: boolean
}
