import { z } from 'zod'

/** A page to render; `shell` and `remote.key` refer to code sent earlier. */
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
    /** The answer to a form that was sent natively, without token and password. */
    readonly submitted?: unknown
    readonly discovery: unknown
  }
}

/** Messages from the server to the renderer process. */
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

/** Messages from the renderer process. Validated, since it runs code of remotes. */
export const FromRenderer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  CallOfPage,
  z.object({ kind: z.literal('done'), job: Id, page: z.unknown() }),
  z.object({ kind: z.literal('failed'), job: Id, reason: z.string() }),
])
export type FromRenderer = z.infer<typeof FromRenderer>
