import { readFileSync } from 'node:fs'
import { RegistryRefusal } from '@awards/shared/releases'
import { z } from 'zod'
import { type Arguments, UsageError, CommandError } from './command.ts'

const LOCAL_SITE = 'http://localhost:8080'

/** Parses the origin of a site; `source` is the option named in the error. */
export function originOf(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (isOrigin && /^https?:$/.test(url.protocol)) return url.origin
  throw new UsageError(`${source}: "${text}" is not the address of a site, as ${LOCAL_SITE} is.`)
}

/** Origin of the target site: `--site`, `MFE_SITE`, or localhost. */
export function siteOf(given: Arguments): string {
  const option = given.text('site')
  if (option !== undefined) return originOf(option, '--site')
  return originOf(process.env['MFE_SITE'] || LOCAL_SITE, 'MFE_SITE')
}

/** The deploy token, from a file or from the environment. */
export function tokenOf(given: Arguments): string {
  const file = given.text('token-file')
  const token = (file === undefined ? (process.env['MFE_TOKEN'] ?? '') : readTokenFile(file)).trim()
  if (/^dt_[\w-]{8,}$/.test(token)) return token
  const source = file === undefined ? 'MFE_TOKEN' : file
  throw new UsageError(
    token === ''
      ? 'A deploy token is needed: set MFE_TOKEN, or give --token-file <path>. An operator makes one ' +
          'with "token create".'
      : `${source} does not hold a deploy token; one begins with dt_.`,
  )
}

function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--token-file: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const TIMEOUT_MS = 120_000

/** The registry refused; the message lists each failed gate with advice. */
export class RefusedError extends CommandError {
  readonly status: number

  constructor(status: number, { message, problems = [] }: RegistryRefusal) {
    const lines = problems.map((problem) => `  ${problem.gate}: ${problem.message}`)
    super([message, ...lines].join('\n'))
    this.status = status
  }
}

type RequestOptions = { readonly body?: unknown; readonly headers?: Record<string, string> }
export type RegistryResponse = { readonly status: number; readonly body: unknown }

export type Registry = {
  readonly site: string
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>
  /** Sends a change; `body` is sent as JSON, or as gzip if it is bytes. */
  send(method: string, path: string, asked?: RequestOptions): Promise<RegistryResponse>
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

/** HTTP client of a site's registry, authorised by the deploy token. */
export function registryOf(given: Arguments): Registry {
  const site = siteOf(given)
  const token = tokenOf(given)

  async function ask(
    method: string,
    path: string,
    { body, headers }: RequestOptions = {},
  ): Promise<RegistryResponse> {
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
      // No redirects: they could send the token to another origin.
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
