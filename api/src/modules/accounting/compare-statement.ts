import type { ComparisonRow } from '@awards/shared/contract'
import { dayAfter, dayIn, type Channel } from '@awards/shared/domain'
import { SERVER_CHANNELS } from '../payments/channels/server-channels.ts'
import type { StatementFact } from '../payments/channels/provider.ts'

/** The latest day that is over on the provider's calendar. */
export const lastFullDay = (channel: Channel, now: Date): string =>
  dayAfter(dayIn(now, SERVER_CHANNELS[channel].timeZone), -1)

export type Difference = ComparisonRow['differences'][number]
/** A movement in our ledger; a refund carries our own number. */
export type LedgerFact = Omit<StatementFact, 'order_no'> & { order_no: string }
export type Compared = {
  currency: string
  theirs_minor: number
  ours_minor: number
  differences: Difference[]
}

const keyOf = ({ fact, reference }: Pick<StatementFact, 'fact' | 'reference'>) =>
  `${fact}:${reference}`
const signed = ({ fact, amount_minor }: Pick<StatementFact, 'fact' | 'amount_minor'>) =>
  fact === 'refund' ? -amount_minor : amount_minor
const sum = (facts: readonly Pick<StatementFact, 'fact' | 'amount_minor'>[]) =>
  facts.reduce((total, one) => total + signed(one), 0)

/**
 * Compares a statement with the ledger line by line, by the provider's number of a payment and our number
 * of a refund; one result per currency. A line that a statement has twice counts twice and shows up.
 */
export function compareStatement(
  theirs: readonly StatementFact[],
  ours: readonly LedgerFact[],
): Compared[] {
  const currencies = new Set([...theirs, ...ours].map(({ currency }) => currency))
  return [...(currencies.size > 0 ? currencies : ['EUR'])].sort().map((currency) => {
    const facts = theirs.filter((one) => one.currency === currency)
    const known = ours.filter((one) => one.currency === currency)
    return {
      currency,
      theirs_minor: sum(facts),
      ours_minor: sum(known),
      differences: differencesOf(facts, known),
    }
  })
}

function differencesOf(theirs: readonly StatementFact[], ours: readonly LedgerFact[]) {
  const open = new Map(ours.map((one) => [keyOf(one), one]))
  const found: Difference[] = []
  for (const line of theirs) {
    const own = open.get(keyOf(line))
    open.delete(keyOf(line))
    if (own?.amount_minor === line.amount_minor) continue
    found.push(difference(own ? 'amount' : 'missing_here', line, own))
  }
  const rest = [...open.values()].map((own) => difference('missing_there', undefined, own))
  return [...found, ...rest]
}

function difference(
  kind: Difference['kind'],
  theirs: StatementFact | undefined,
  ours: LedgerFact | undefined,
): Difference {
  const { fact = 'payment', reference = '' } = theirs ?? ours ?? {}
  return {
    kind,
    fact,
    order_no: ours?.order_no ?? theirs?.order_no ?? null,
    reference,
    theirs_minor: theirs?.amount_minor ?? null,
    ours_minor: ours?.amount_minor ?? null,
    is_healed: false,
  }
}
