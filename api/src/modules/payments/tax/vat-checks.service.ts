import type { TaxBuyer, VatCheck } from '@awards/shared/contract'
import { EU_COUNTRIES } from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import type { LimitRule } from '../../../http/limits.ts'
import type { Db } from '../../../db/database.ts'
import { compactNumber, parseVatNumber } from './vat-number.ts'
import { vatChecksRepository } from './vat-checks.repository.ts'
import { askVies } from './vies-client.ts'

export type TaxContext = Pick<AppContext, 'db' | 'clock' | 'config' | 'limits'>

/** A number of a company and the country of its invoice address. */
type VatQuestion = { vat_no: string; country: string }

const MINUTE = 60_000
/** How long an answer is believed; one that may change soon is asked for again soon. */
const TTL_MS: Record<VatCheck['status'], number> = {
  valid: 24 * 60 * MINUTE,
  invalid: 10 * MINUTE,
  unavailable: MINUTE,
}
const PER_PERSON: LimitRule = { points: 30, seconds: 3_600 }

/** Numbers are looked up where they decide the tax: for companies in the rest of the Union. */
export function askedOf({ kind, country, vat_no }: TaxBuyer): VatQuestion | undefined {
  const isDecisive = kind === 'business' && country !== 'FR' && EU_COUNTRIES.includes(country)
  return isDecisive && vat_no ? { vat_no, country } : undefined
}

const withoutProof = (vat_no: string, status: VatCheck['status'], now: Date): VatCheck => ({
  vat_no,
  status,
  name: null,
  address: null,
  consultation_no: null,
  checked_at: now.toISOString(),
})

const isFresh = ({ status, checked_at }: VatCheck, now: Date) =>
  Math.abs(now.getTime() - Date.parse(checked_at)) < TTL_MS[status]

/** What is known of a number without asking; for transactions, estimates and what a person prices. */
export async function cachedCheck(
  db: Db,
  now: Date,
  { vat_no, country }: VatQuestion,
): Promise<VatCheck> {
  const parsed = parseVatNumber(vat_no, country)
  if (!parsed) return withoutProof(compactNumber(vat_no), 'invalid', now)
  const number = parsed.prefix + parsed.number
  const latest = await vatChecksRepository(db).latest(number)
  return latest ?? withoutProof(number, 'unavailable', now)
}

/** Looks VAT numbers up and keeps every answer; a fresh one is not asked for again. */
export function vatChecksService({ db, clock, config, limits }: TaxContext) {
  /** No transaction is open here: the Commission may take its four seconds. */
  async function check(userId: string | null, asked: VatQuestion): Promise<VatCheck> {
    const now = clock()
    const parsed = parseVatNumber(asked.vat_no, asked.country)
    if (!parsed || !config.vies) return cachedCheck(db, now, asked)
    const vat_no = parsed.prefix + parsed.number
    const latest = await vatChecksRepository(db).latest(vat_no)
    if (latest && isFresh(latest, now)) return latest
    if (userId) await limits.take('vat_check', userId, PER_PERSON)
    const answer = await askVies(config.vies, parsed)
    return vatChecksRepository(db).add(answer, { vat_no, user_id: userId, at: now })
  }

  return {
    check,

    /** Before a price is made for a buyer, so that the tax rests on what is known now. */
    async refresh(userId: string | null, buyer: TaxBuyer): Promise<void> {
      const asked = askedOf(buyer)
      if (asked) await check(userId, asked)
    },
  }
}
