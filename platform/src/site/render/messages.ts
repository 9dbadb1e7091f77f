import { z } from 'zod'

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

const Id = z.int().positive()

const CallOfPage = z.object({
  kind: z.literal('call'),
  job: Id,
  call: Id,
  url: z.string().max(200),
  input: z.unknown(),
})
export type CallOfPage = z.infer<typeof CallOfPage>

/** What that process says. */
export const FromRenderer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  CallOfPage,
  z.object({ kind: z.literal('done'), job: Id, page: z.unknown() }),
  z.object({ kind: z.literal('failed'), job: Id, reason: z.string() }),
])
export type FromRenderer = z.infer<typeof FromRenderer>
