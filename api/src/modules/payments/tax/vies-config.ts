import { z } from 'zod'
import { compactNumber } from './vat-number.ts'

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
export type ViesSettings = z.output<z.ZodObject<typeof VIES_SETTINGS>>

export type ViesConfig = {
  baseUrl: string
  /** Our own number; with it the Commission gives a consultation number as proof. */
  requester: string | undefined
  timeoutMs: number
}

/** Where VAT numbers are looked up; undefined in a demo, which never asks the Commission. */
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
