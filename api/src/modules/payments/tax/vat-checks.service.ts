import type { TaxBuyer, VatCheck } from '@awards/shared/contract'
import { EU_COUNTRIES } from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import type { LimitRule } from '../../../http/limits.ts'
import type { Db } from '../../../db/database.ts'
import { compactNumber, parseVatNumber } from './vat-number.ts'
import { vatChecksRepository } from './vat-checks.repository.ts'
import { queryVies } from './vies-client.ts'

export type TaxContext = Pick<AppContext, 'db' | 'clock' | 'config' | 'limits'>

/** A number of a company and the country of its invoice address. */
type VatQuestion = { vat_no: string; country: string }

const MINUTE = 60_000
/** Cache TTL of an answer; short where the answer may change soon. */
const TTL_MS: Record<VatCheck['status'], number> = {
  valid: 24 * 60 * MINUTE,
  invalid: 10 * MINUTE,
  unavailable: MINUTE,
}
const CHECKS_PER_USER: LimitRule = { points: 30, seconds: 3_600 }

/** The VAT number to check, if it decides the tax: of a company in the EU outside France. */
export function vatToCheck({ kind, country, vat_no }: TaxBuyer): VatQuestion | undefined {
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

/** The latest stored check, without a request; for transactions and estimates. */
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

/** Checks VAT numbers with VIES and stores every answer; a fresh one is reused. */
export function vatChecksService({ db, clock, config, limits }: TaxContext) {
  /** Call it outside a transaction: VIES may take until its timeout of four seconds. */
  async function check(userId: string | null, question: VatQuestion): Promise<VatCheck> {
    const now = clock()
    const parsed = parseVatNumber(question.vat_no, question.country)
    if (!parsed || !config.vies) return cachedCheck(db, now, question)
    const vat_no = parsed.prefix + parsed.number
    const latest = await vatChecksRepository(db).latest(vat_no)
    if (latest && isFresh(latest, now)) return latest
    if (userId) await limits.take('vat_check', userId, CHECKS_PER_USER)
    const answer = await queryVies(config.vies, parsed)
    return vatChecksRepository(db).add(answer, { vat_no, user_id: userId, at: now })
  }

  return {
    check,

    /** Refreshes the cached check before a price is calculated. */
    async refresh(userId: string | null, buyer: TaxBuyer): Promise<void> {
      const question = vatToCheck(buyer)
      if (question) await check(userId, question)
    },
  }
}
