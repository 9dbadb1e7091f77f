import type { TaxBuyer, VatCheck, Billing } from '@awards/shared/contract'
import {
  EU_COUNTRIES,
  FRENCH_VAT_NO_WRONG,
  isFrenchVatNo,
  TAX_NUMBER_MISSING,
  taxNumberOf,
  type VatBuyer,
} from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import type { LimitRule } from '../../../http/limits.ts'
import type { Db } from '../../../db/database.ts'
import { vatChecksRepository } from './vat-checks.repository.ts'
import { queryVies, compactNumber, parseVatNumber } from './vies-client.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { Buyer } from '../prices/prices.repository.ts'
import { DAY_MS, MINUTE_MS } from '../../../lib/time.ts'

const COMPANY = 2
const AGENCY = 4

/** Whether an account buys as a business until an invoice address is given: by its type, for the tax as on its papers. */
export const kindOfAccount = ({ account_type }: Pick<Buyer, 'account_type'>): TaxBuyer['kind'] =>
  account_type === COMPANY || account_type === AGENCY ? 'business' : 'consumer'

/** The buyer by the account's data, used until an invoice address is given. */
export const buyerOfAccount = (account: Buyer): TaxBuyer => ({
  country: account.country ?? 'FR',
  kind: kindOfAccount(account),
  vat_no: account.vat_no ?? undefined,
  tax_id: account.tax_id ?? undefined,
})

/** The buyer that an invoice address names. */
export const buyerOfBilling = ({ kind, country, vat_no, tax_id }: Billing): TaxBuyer => ({
  kind,
  country,
  vat_no,
  tax_id,
})

/** A buyer for the VAT rules, with the check of the VAT number. */
export type ProvenBuyer = { buyer: VatBuyer; check: VatCheck | null }

/**
 * Validates a buyer with the cached VAT check, without a request. An unconfirmed VAT number counts as
 * none (domain page §2.9); call the VAT checks' `refresh` first.
 */
export async function provenBuyer(db: Db, now: Date, given: TaxBuyer): Promise<ProvenBuyer> {
  const question = vatToCheck(given)
  const check = question ? await cachedCheck(db, now, question) : null
  const buyer = {
    country: given.country,
    kind: given.kind,
    vat_validated: check?.status === 'valid',
    has_tax_id: Boolean(given.tax_id?.trim()),
  }
  return { buyer, check }
}

/**
 * Refuses the invoice address of a business without the number that its country needs, or with the VAT
 * number of another French company (422).
 */
export function requireCompleteBilling(billing: Billing) {
  const { kind, country, siren, vat_no } = billing
  const number = taxNumberOf(kind, country)
  if (number && number !== 'tax_id' && !billing[number]?.trim()) {
    throw new BusinessError(422, { [`billing.${number}`]: [TAX_NUMBER_MISSING[number]] })
  }
  if (number === 'siren' && vat_no && !isFrenchVatNo(vat_no, { siren })) {
    throw new BusinessError(422, { 'billing.vat_no': [FRENCH_VAT_NO_WRONG] })
  }
}

export type TaxContext = Pick<AppContext, 'db' | 'clock' | 'config' | 'limits'>

/** A number of a company and the country of its invoice address. */
type VatQuestion = { vat_no: string; country: string }

/** Cache TTL of an answer; short where the answer may change soon. */
const TTL_MS: Record<VatCheck['status'], number> = {
  valid: DAY_MS,
  invalid: 10 * MINUTE_MS,
  unavailable: MINUTE_MS,
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
async function cachedCheck(db: Db, now: Date, { vat_no, country }: VatQuestion): Promise<VatCheck> {
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
