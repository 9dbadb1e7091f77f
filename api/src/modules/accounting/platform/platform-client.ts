import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError } from '../../../lib/errors.ts'
import { boundedFetch } from '../../../lib/public-request.ts'

const address = z.url({
  protocol: /^https?$/,
  error: 'is not an address; the approved platform tells it, it starts with https://',
})

/** The PA_* variables of the environment: the connection to the approved platform (plateforme agréée). */
export const PLATFORM_SETTINGS = {
  PA_FLOW_URL: address.optional(),
  PA_DIRECTORY_URL: address.optional(),
  PA_TOKEN_URL: address.optional(),
  PA_CLIENT_ID: z.string().min(1).optional(),
  PA_CLIENT_SECRET_FILE: z.string().min(1).optional(),
  /** Which company, where one account of the platform has several. */
  PA_ORGANIZATION_ID: z.string().min(1).optional(),
}
type PlatformSettings = z.output<z.ZodObject<typeof PLATFORM_SETTINGS>>

export type PlatformConfig = {
  /** Bases of the services, before `/v1`. */
  flowUrl: string
  directoryUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  organizationId: string | undefined
  timeoutMs: number
}

const REQUIRED = [
  'PA_FLOW_URL',
  'PA_DIRECTORY_URL',
  'PA_TOKEN_URL',
  'PA_CLIENT_ID',
  'PA_CLIENT_SECRET_FILE',
] as const
const URLS = ['PA_FLOW_URL', 'PA_DIRECTORY_URL', 'PA_TOKEN_URL'] as const
const TIMEOUT_MS = 20_000

/** The connection to the platform; undefined without any setting. Throws a `ConfigError` for an incomplete one. */
export function platformConfig(
  settings: PlatformSettings,
  mode: 'demo' | 'production',
): PlatformConfig | undefined {
  if (REQUIRED.every((name) => settings[name] === undefined)) return undefined
  const missing = REQUIRED.filter((name) => settings[name] === undefined)
  if (missing.length > 0) {
    throw new ConfigError(
      missing.map((name) => `${name} is missing; the approved platform needs all of PA_*`),
    )
  }
  const open = URLS.filter((name) => !settings[name]?.startsWith('https:'))
  if (mode === 'production' && open.length > 0) {
    throw new ConfigError(open.map((name) => `${name} has to start with https:// in production`))
  }
  const trimmed = (name: (typeof URLS)[number]) => (settings[name] ?? '').replace(/\/+$/, '')
  return {
    flowUrl: trimmed('PA_FLOW_URL'),
    directoryUrl: trimmed('PA_DIRECTORY_URL'),
    tokenUrl: settings.PA_TOKEN_URL ?? '',
    clientId: settings.PA_CLIENT_ID ?? '',
    clientSecret: secretIn(settings.PA_CLIENT_SECRET_FILE ?? ''),
    organizationId: settings.PA_ORGANIZATION_ID,
    timeoutMs: TIMEOUT_MS,
  }
}

function secretIn(file: string): string {
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch {
    throw new ConfigError([
      `PA_CLIENT_SECRET_FILE names ${file}, which cannot be read; check path and rights`,
    ])
  }
  if (secret) return secret
  throw new ConfigError([`PA_CLIENT_SECRET_FILE names ${file}, which is empty; put the secret in`])
}

/**
 * Why a call failed. `refused`: the platform says no to this very request. `busy` and `denied`: nothing was taken, and
 * the same request may succeed later. `unknown`: whether it was taken can only be asked.
 */
export class PlatformError extends Error {
  readonly kind: 'refused' | 'busy' | 'denied' | 'unknown'
  readonly retryAfterMs: number

  constructor(kind: PlatformError['kind'], message: string, retryAfterMs = 0) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() })
const Submitted = z.object({
  flowId: z.string().min(1).max(36),
  submittedAt: z.iso.datetime({ offset: true }),
})
const Flow = z.object({
  flowId: z.string().min(1).max(36),
  trackingId: z.string().nullish(),
  submittedAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
  flowType: z.string(),
  flowDirection: z.string(),
  acknowledgement: z.object({
    status: z.string(),
    details: z
      .array(z.object({ level: z.string(), reasonCode: z.string(), reasonMessage: z.string() }))
      .nullish(),
  }),
})
export type PlatformFlow = z.output<typeof Flow>
const Found = z.object({ results: z.array(Flow).default([]) })
const Lines = z.object({
  results: z
    .array(
      z.object({
        addressingIdentifier: z.string(),
        directoryLineStatus: z.string().nullish(),
        siret: z.string().nullish(),
        addressingSuffix: z.string().nullish(),
      }),
    )
    .default([]),
})
const Failure = z.object({ errorCode: z.string(), errorMessage: z.string().optional() })

/** What is submitted: an invoice in CII, a life-cycle message (CDAR), or a report to the tax office (FRR). */
export type Submission = {
  name: string
  syntax: 'CII' | 'CDAR' | 'FRR'
  trackingId: string
  xml: string
  /** Which rules it is read by; the platform finds out by itself without. */
  rule?: 'B2B' | 'B2BInt' | 'B2C'
}

const MAX_BYTES = 5_000_000
/** A token is renewed so long before its end that no request outlives it. */
const TOKEN_MARGIN_MS = 60_000
const TOKEN_MS = 300_000
/** Most flows that one answer may hold (XP Z12-013, 4.3). */
export const PAGE_SIZE = 100

/** Speaks XP Z12-013 (Flow Service and Directory Service 1.2) to one approved platform. */
export function platformClient(config: PlatformConfig, clock: () => Date) {
  const { flowUrl, directoryUrl, timeoutMs, organizationId } = config
  const limited = boundedFetch({ isLocal: true, timeoutMs, maxBytes: MAX_BYTES })
  let token: { text: string; ends: number } | undefined

  async function request(
    method: string,
    url: string,
    given: Content,
    then: Reading,
  ): Promise<Response> {
    const headers = { ...given.headers, 'request-id': randomUUID() }
    const answer = await limited(url, { method, headers, body: given.body }).catch(
      (error: unknown) => {
        throw new PlatformError('unknown', `no answer from ${new URL(url).host}: ${String(error)}`)
      },
    )
    if (answer.ok) return answer
    throw await failureOf(answer, then)
  }

  async function freshToken(): Promise<string> {
    const now = clock().getTime()
    if (token && now < token.ends) return token.text
    const basic = Buffer.from(
      [config.clientId, config.clientSecret].map(encodeURIComponent).join(':'),
    ).toString('base64')
    const answer = await request(
      'POST',
      config.tokenUrl,
      {
        headers: {
          authorization: `Basic ${basic}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      },
      'token',
    ).catch((error: unknown) => {
      // Without a token nothing was sent, whatever became of this request.
      const why = error instanceof PlatformError ? error : undefined
      throw new PlatformError('denied', `no token: ${String(error)}`, why?.retryAfterMs)
    })
    const { access_token: text, expires_in } = await readJson(Token, answer, 'denied')
    const ends = now + (expires_in === undefined ? TOKEN_MS : expires_in * 1_000) - TOKEN_MARGIN_MS
    token = { text, ends }
    return text
  }

  /** Sends with the token; a token that was withdrawn before its end is renewed once. */
  async function call(method: string, url: string, given: Content = {}): Promise<Response> {
    for (let isRetry = false; ; isRetry = true) {
      const used = await freshToken()
      const headers = {
        ...given.headers,
        authorization: `Bearer ${used}`,
        ...(organizationId && { 'organization-id': organizationId }),
      }
      try {
        return await request(method, url, { ...given, headers }, 'service')
      } catch (error) {
        if (!(error instanceof PlatformError) || error.kind !== 'denied') throw error
        if (token?.text === used) token = undefined
        if (isRetry) throw error
      }
    }
  }

  const callJson = (url: string, body: object) =>
    call('POST', url, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  return {
    /** Hands a file in. The platform checks it later: `acknowledgement` tells. */
    async submit({
      name,
      syntax,
      trackingId,
      xml,
      rule,
    }: Submission): Promise<z.output<typeof Submitted>> {
      const file = Buffer.from(xml)
      const flowInfo = {
        trackingId,
        name,
        ...(rule && { processingRule: rule }),
        flowSyntax: syntax,
        ...(syntax === 'CII' && { flowProfile: 'CIUS' }),
        sha256: createHash('sha256').update(file).digest('hex'),
      }
      const answer = await call('POST', `${flowUrl}/v1/flows`, multipart(flowInfo, { name, file }))
      return readJson(Submitted, answer, 'unknown')
    },

    /** The flows that were submitted under one of our numbers. */
    async byTracking(trackingId: string): Promise<PlatformFlow[]> {
      const answer = await callJson(`${flowUrl}/v1/flows/search`, {
        limit: PAGE_SIZE,
        where: { trackingId },
      })
      const { results } = await readJson(Found, answer, 'unknown')
      return results.filter((flow) => flow.trackingId === trackingId)
    },

    /** What changed after a moment, oldest change first, at most a page of it. */
    async changesAfter(moment: Date): Promise<PlatformFlow[]> {
      const answer = await callJson(`${flowUrl}/v1/flows/search`, {
        limit: PAGE_SIZE,
        where: { updatedAfter: moment.toISOString() },
      })
      const { results } = await readJson(Found, answer, 'unknown')
      return results.toSorted(
        (one, other) => Date.parse(one.updatedAt) - Date.parse(other.updatedAt),
      )
    },

    async original(flowId: string): Promise<string> {
      const url = `${flowUrl}/v1/flows/${encodeURIComponent(flowId)}?docType=Original`
      const answer = await call('GET', url)
      // A page of maintenance under status 200, taken for the message, would hide what the message says for ever.
      if (answer.headers.get('content-type')?.includes('html'))
        throw new PlatformError('unknown', `a page in place of the file ${flowId}`)
      return answer.text()
    },

    /** The address of a company by the directory: its general one, if it has several. */
    async addressOf(siren: string): Promise<string | undefined> {
      const answer = await callJson(`${directoryUrl}/v1/directory-line/search`, {
        filters: { siren: { op: 'strict', value: siren } },
        limit: PAGE_SIZE,
      })
      if (answer.status === 204) return undefined
      const { results } = await readJson(Lines, answer, 'unknown')
      const open = results.filter(
        ({ directoryLineStatus: status }) => (status ?? 'Enabled') === 'Enabled',
      )
      const general = open.find(({ siret, addressingSuffix }) => !siret && !addressingSuffix)
      return (general ?? open[0])?.addressingIdentifier
    },
  }
}
export type PlatformClient = ReturnType<typeof platformClient>

type Content = { headers?: Record<string, string>; body?: string | Buffer }
type Reading = 'token' | 'service'

async function readJson<Schema extends z.ZodType>(
  schema: Schema,
  answer: Response,
  kind: PlatformError['kind'],
): Promise<z.output<Schema>> {
  const text = await answer.text()
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new PlatformError(kind, `an answer that is not of the standard: ${text.slice(0, 200)}`)
  }
}

const REFUSALS = new Set([400, 404, 413, 415, 422])
const DENIALS = new Set([401, 403])
const LONGEST_PAUSE_MS = 3_600_000

async function failureOf(answer: Response, reading: Reading): Promise<PlatformError> {
  const { status } = answer
  const text = await answer.text()
  const said = failureText(text) ?? text.slice(0, 200)
  const message = said ? `${status}: ${said}` : `${status}`
  const seconds = Number(answer.headers.get('retry-after'))
  const pause = Number.isFinite(seconds)
    ? Math.min(Math.max(0, seconds) * 1_000, LONGEST_PAUSE_MS)
    : 0
  if (DENIALS.has(status) || reading === 'token') return new PlatformError('denied', message, pause)
  if (status === 429) return new PlatformError('busy', message, pause)
  if (REFUSALS.has(status)) return new PlatformError('refused', message)
  // A server that fails may have taken the file before; a redirect leads to nobody we know.
  return new PlatformError('unknown', message, pause)
}

function failureText(text: string): string | undefined {
  try {
    const { data } = Failure.safeParse(JSON.parse(text))
    return data && [data.errorCode, data.errorMessage].filter(Boolean).join(' ')
  } catch {
    return undefined
  }
}

/** The two parts of a submission: what it is, and the file. */
function multipart(flowInfo: object, { name, file }: { name: string; file: Buffer }): Content {
  const boundary = `flow-${randomUUID()}`
  const head = (disposition: string, type: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: ${type}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(head('name="flowInfo"', 'application/json')),
    Buffer.from(JSON.stringify(flowInfo)),
    Buffer.from(`\r\n${head(`name="file"; filename="${name}"`, 'application/xml')}`),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(body.length),
  }
  return { headers, body }
}
