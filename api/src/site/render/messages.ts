/** One page to render; `shell` and `remote.key` name code that was sent before. */
export type PageJob = {
  readonly kind: 'render'
  readonly job: number
  readonly shell: string
  readonly remote: { readonly name: string; readonly key: string } | undefined
  readonly page: {
    readonly path: string
    readonly search: string
    readonly language: string
    readonly configuration: unknown
    readonly discovery: unknown
  }
}

/** What the server says to the process that renders. */
export type ToRenderer =
  | PageJob
  | { readonly kind: 'code'; readonly key: string; readonly code: string }
  | { readonly kind: 'answer'; readonly call: number; readonly body: unknown }

/** What that process says. */
export type FromRenderer =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'call'
      readonly job: number
      readonly call: number
      readonly url: string
      readonly input: unknown
    }
  | { readonly kind: 'done'; readonly job: number; readonly page: unknown }
  | { readonly kind: 'failed'; readonly job: number; readonly reason: string }
