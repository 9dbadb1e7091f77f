import { z } from 'zod'
import type { VatCheck } from '@awards/shared/contract'

/**
 * Formats of EU VAT numbers without their prefix, as the Commission publishes them. Check digits are not
 * verified: VIES knows, and an outdated rule would reject an honest company.
 */
const FORMATS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]?\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

type VatNumber = { prefix: string; number: string }

/** The number without spaces, dots and dashes, in capitals. */
export const compactNumber = (text: string): string => text.replace(/[\s.\-/]/g, '').toUpperCase()

/** Greece is `EL` in VAT numbers; every other country its own code. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/**
 * Parses a VAT number with or without its prefix; undefined if it does not match the country's format.
 */
export function parseVatNumber(text: string, country: string): VatNumber | undefined {
  const compact = compactNumber(text)
  const prefix = prefixOf(country)
  const format = Object.hasOwn(FORMATS, prefix) ? FORMATS[prefix] : undefined
  const prefixes = prefix === 'EL' ? ['EL', 'GR'] : [prefix]
  const candidates = [
    ...prefixes.filter((one) => compact.startsWith(one)).map((one) => compact.slice(one.length)),
    compact,
  ]
  const number = candidates.find((one) => format?.test(one))
  return number === undefined ? undefined : { prefix, number }
}

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
