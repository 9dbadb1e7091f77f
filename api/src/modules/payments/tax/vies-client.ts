import { z } from 'zod'
import type { VatCheck } from '@awards/shared/contract'
import { compactNumber, type VatNumber } from './vat-number.ts'

const COMMISSION = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

/** The VIES_* variables of the environment; the demo has a simulator. */
export const VIES_SETTINGS = {
  VIES_URL: z
    .url({ protocol: /^https?$/, error: 'is not an address; it has to start with https://' })
    .optional(),
  VIES_REQUESTER: z
    .string()
    .transform(compactNumber)
    .refine(
      (text) => /^[A-Z]{2}[A-Z0-9]{2,12}$/.test(text),
      'is not a VAT number with its country, for instance FR12345678901',
    )
    .optional(),
}
type ViesSettings = z.output<z.ZodObject<typeof VIES_SETTINGS>>

type ViesConfig = {
  baseUrl: string
  /** Our own number; with it the Commission gives a consultation number as proof. */
  requester: string | undefined
  timeoutMs: number
}

/** The VIES service; undefined in a demo, which never calls the Commission. */
export function viesConfig(
  settings: ViesSettings,
  mode: 'demo' | 'production',
): ViesConfig | undefined {
  const baseUrl = settings.VIES_URL ?? (mode === 'production' ? COMMISSION : undefined)
  if (!baseUrl) return undefined
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    requester: settings.VIES_REQUESTER,
    timeoutMs: 4_000,
  }
}

const text = z.string().nullish()
const Answer = z.object({
  countryCode: text,
  vatNumber: text,
  valid: z.boolean().optional(),
  userError: text,
  requestIdentifier: text,
  name: text,
  address: text,
})

/** The result of a request; `raw` is the response as received, or why there was none. */
export type ViesAnswer = Pick<VatCheck, 'status' | 'name' | 'address' | 'consultation_no'> & {
  raw: unknown
}

const unavailable = (raw: unknown): ViesAnswer => ({
  status: 'unavailable',
  name: null,
  address: null,
  consultation_no: null,
  raw,
})

/**
 * Queries VIES, the Commission's REST service. Only its plain yes or no about this number counts; every
 * error, timeout or surprise is `unavailable`, which never means that a company is not registered.
 */
export async function queryVies(config: ViesConfig, vat: VatNumber): Promise<ViesAnswer> {
  const { baseUrl, requester, timeoutMs } = config
  try {
    const response = await fetch(`${baseUrl}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        countryCode: vat.prefix,
        vatNumber: vat.number,
        ...(requester && {
          requesterMemberStateCode: requester.slice(0, 2),
          requesterNumber: requester.slice(2),
        }),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const raw: unknown = await response.json()
    // PostgreSQL stores neither NUL nor a lone surrogate in JSON.
    if (/\\u(0000|d[89a-f])/i.test(JSON.stringify(raw))) return unavailable({ failure: 'text' })
    return response.ok ? answerOf(raw, vat) : unavailable(raw)
  } catch (error) {
    return unavailable({ failure: String(error).split(':', 1)[0] })
  }
}

function answerOf(raw: unknown, vat: VatNumber): ViesAnswer {
  const { data } = Answer.safeParse(raw)
  const isSameNumber = data?.countryCode === vat.prefix && data.vatNumber === vat.number
  const isPlain = !data?.userError || data.userError === 'VALID' || data.userError === 'INVALID'
  if (data?.valid === undefined || !isSameNumber || !isPlain) return unavailable(raw)
  return {
    status: data.valid ? 'valid' : 'invalid',
    name: withoutDashes(data.name),
    address: withoutDashes(data.address),
    consultation_no: data.requestIdentifier || null,
    raw,
  }
}

/** Some countries withhold names and answer with dashes. */
const withoutDashes = (value: string | null | undefined) =>
  value && !/^[-\s]*$/.test(value) ? value.trim() : null
