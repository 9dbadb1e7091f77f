import { BusinessError } from '../../../http/business-error.ts'
import { errorCode } from '../../../lib/errors.ts'
import type { Db } from '../../../db/database.ts'
import type { PayableEntry } from '../payment-types.ts'
import { quoteCodesRepository, type DiscountCode } from './prices.repository.ts'

type CodeCarrier = Pick<PayableEntry, 'id' | 'invitation_code' | 'agent_code'>

type DiscountRequest = {
  entry: CodeCarrier
  code?: string | undefined
  /** The entries that are paid together with this one. */
  basketIds?: readonly string[]
}

/** SQLSTATE of a code whose last use was taken by somebody else (migration 17). */
const CODE_USED_UP = 'AW001'

const OVER = 'This code has expired or is used up. Pay without it, or ask for a new one.'

/** Normalises a typed code to its stored form. */
export const normalise = (code: string) => code.replace(/\s/g, '').toUpperCase()

/**
 * The discount of the typed code, else of the entry's own. An invalid typed code is an error; an invalid
 * code of the entry is ignored.
 */
export async function discountFor(
  db: Db,
  now: Date,
  { entry, code, basketIds }: DiscountRequest,
): Promise<DiscountCode | undefined> {
  const wanted = code ?? entry.invitation_code ?? entry.agent_code
  if (!wanted) return undefined
  const codes = quoteCodesRepository(db)
  const found = await codes.find(normalise(wanted), entry.id, now, basketIds)
  const isOver = found && (!found.is_current || found.is_used_up)
  if (found && !isOver && found.is_in_scope) return found
  if (!code) return undefined
  if (!found) {
    throw new BusinessError(422, { code: ['This code is not known. Check how it is spelled'] })
  }
  if (!found.is_in_scope) {
    throw new BusinessError(422, {
      code: ['This code is for another season, section or category. Pay without it'],
    })
  }
  throw new BusinessError(410, OVER, { reason: 'CODE_OVER' })
}

type Discount = Pick<
  DiscountCode,
  'discount_percent' | 'discount_amount_minor' | 'discount_cap_minor'
>

/** What a code takes off a price: an amount or a percentage, at most its cap and the price itself. */
export function reductionOf(list: number, discount: Discount | undefined): number {
  if (!discount) return 0
  const { discount_percent, discount_amount_minor, discount_cap_minor } = discount
  const reduction = discount_amount_minor ?? Math.round((list * discount_percent) / 100)
  return Math.min(reduction, discount_cap_minor ?? reduction, list)
}

/** A new quote with the code of the one before; without it where the code is over by now. */
export async function requoteWith<Q>(
  code: string | null | undefined,
  requote: (code: string | undefined) => Promise<Q>,
): Promise<Q> {
  return requote(code ?? undefined).catch((error: unknown) => {
    if (!(error instanceof BusinessError) || error.data?.['reason'] !== 'CODE_OVER') throw error
    return requote(undefined)
  })
}

/** Maps `CODE_USED_UP` of the database to a 410; `quote` is the price without the code. */
export async function mapCodeUsedUp<T>(work: Promise<T>, quote: () => Promise<object>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (errorCode(error) !== CODE_USED_UP) throw error
    throw new BusinessError(410, OVER, { reason: 'CODE_OVER', quote: await quote() })
  }
}
