import { z } from 'zod'
import { RegistryRefusal } from '@awards/shared/releases'
import type { Given } from './arguments.ts'
import { siteOf, tokenOf } from './site.ts'
import { CommandError } from './usage-error.ts'

const TIMEOUT_MS = 120_000

/** The registry said no. The text names each gate, with what to do about it. */
export class RefusedError extends CommandError {
  readonly status: number

  constructor(status: number, { message, problems = [] }: RegistryRefusal) {
    const lines = problems.map((problem) => `  ${problem.gate}: ${problem.message}`)
    super([message, ...lines].join('\n'))
    this.status = status
  }
}

type Asked = { readonly body?: unknown; readonly headers?: Record<string, string> }
export type Answer = { readonly status: number; readonly body: unknown }

export type Registry = {
  readonly site: string
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>
  /** A change; `body` is sent as JSON, unless it is bytes. */
  send(method: string, path: string, asked?: Asked): Promise<Answer>
}

function refusalOf(status: number, text: string, url: string): RefusedError {
  const parsed = RegistryRefusal.safeParse(jsonOf(text))
  if (parsed.success) return new RefusedError(status, parsed.data)
  const message = `${url} answered ${status} and is perhaps no site of ours: ${text.slice(0, 200)}`
  return new RefusedError(status, { error: 'unknown', message })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The registry behind a site, as the owner of a token sees it. */
export function registryOf(given: Given): Registry {
  const site = siteOf(given)
  const token = tokenOf(given)

  async function ask(method: string, path: string, { body, headers }: Asked = {}): Promise<Answer> {
    const url = site + path
    const isBytes = body instanceof Uint8Array
    const init: RequestInit = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && {
          'content-type': isBytes ? 'application/gzip' : 'application/json',
        }),
        ...headers,
      },
      // A redirect could carry the token elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    }
    const answer = await fetch(url, init).catch((error: unknown) => {
      const { cause } = error as Error
      const why = cause instanceof Error ? cause.message : String(error)
      throw new CommandError(`${site} cannot be reached (${why}). Is --site or MFE_SITE right?`)
    })
    const text = await answer.text()
    if (!answer.ok) throw refusalOf(answer.status, text, url)
    return { status: answer.status, body: jsonOf(text) }
  }

  return {
    site,
    send: ask,
    async get(path, schema) {
      const { body } = await ask('GET', path)
      const parsed = schema.safeParse(body)
      if (parsed.success) return parsed.data
      throw new CommandError(
        `${site}${path} answered something unknown: is the site of another version than this checkout? ` +
          z.prettifyError(parsed.error),
      )
    },
  }
}
