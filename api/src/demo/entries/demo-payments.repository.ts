import { createHash } from 'node:crypto'
import {
  FEE_TYPE,
  PAYMENT_STATUS,
  vatAmount,
  vatFor,
  type Channel,
  type FeeType,
  type VatBuyer,
} from '@awards/shared/domain'
import type { Load, AddedEntry } from '../../modules/programme/rows.repository.ts'
import { DAY_MS } from '../../lib/durations.ts'

type Fee = { type: FeeType; channel: Channel; net: number; at: Date; label: string }

/** Adds the payment orders of an entry with their ledger rows, so that receipts can be issued. */
export async function addPayments(load: Load, entry: AddedEntry): Promise<void> {
  const { fee, winner_package: winner } = entry.file
  if (fee.channel) {
    await addOrder(load, entry, fee.status, {
      type: FEE_TYPE.entry,
      channel: fee.channel,
      net: entryPrice(load, entry),
      at: entry.dates.paid ?? entry.dates.submitted ?? load.now,
      label: 'Entry fee',
    })
  }
  if (winner.channel && winner.package && entry.dates.published) {
    await addOrder(load, entry, winner.status, {
      type: FEE_TYPE.winner_package,
      channel: winner.channel,
      net: packagePrice(load, entry),
      at: new Date(entry.dates.published.getTime() + 6 * DAY_MS),
      label: `Winner package ${winner.package}`,
    })
  }
}

const STATUS: Record<string, number> = {
  paid: PAYMENT_STATUS.paid,
  // Announced to the wallet when the entrant opens the payment page.
  pending: PAYMENT_STATUS.created,
  offline_declared: PAYMENT_STATUS.awaiting,
  refunded: PAYMENT_STATUS.refunded,
}

async function addOrder(load: Load, entry: AddedEntry, state: string, fee: Fee) {
  const status = STATUS[state]
  if (status === undefined) return
  const { trx, now } = load
  const buyer = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', entry.userId)
    .executeTakeFirstOrThrow()
  const country = buyer.country ?? 'FR'
  const isBusiness = buyer.account_type === 2
  const taxed: VatBuyer = {
    country,
    kind: isBusiness ? 'business' : 'consumer',
    vat_validated: buyer.vat_validated_at !== null,
    has_tax_id: isBusiness && country !== 'FR',
  }
  const ruling = vatFor(taxed, fee.at)
  const tax = vatAmount(fee.net, ruling.rate_percent)
  const orderNo = orderNumber(entry, fee)
  const isPaid = status === PAYMENT_STATUS.paid || status === PAYMENT_STATUS.refunded
  const { currency } = load.programme.programme.value
  const amounts = { amount_minor: fee.net + tax, currency }
  const txn = `DEMO${orderNo}`
  await trx
    .insertInto('payment_orders')
    .values({
      ...amounts,
      order_no: orderNo,
      apply_order_id: entry.id,
      fee_type: fee.type,
      channel: fee.channel,
      quote: JSON.stringify({
        period: entry.file.fee.period ?? 'standard',
        kind: entry.file.fee.additional ? 'additional' : 'first',
        amount_ht: fee.net,
        vat_rate: ruling.rate_percent,
        vat_amount: tax,
        amount: fee.net + tax,
        currency,
        mention: ruling.mention,
        breakdown: [
          { label: fee.label, amount_minor: fee.net },
          { label: `VAT ${ruling.rate_percent}%`, amount_minor: tax },
        ],
      }),
      billing: JSON.stringify({
        kind: isBusiness ? 'business' : 'consumer',
        name: buyer.company ?? `${buyer.first_name} ${buyer.last_name}`,
        address: buyer.address ?? '1 rue du Spécimen',
        postal_code: buyer.postal_code ?? '00000',
        city: buyer.city ?? '',
        country,
        email: buyer.email,
        ...(buyer.vat_no && { vat_no: buyer.vat_no }),
      }),
      package_code:
        fee.type === FEE_TYPE.winner_package ? (entry.file.winner_package.package ?? null) : null,
      status,
      provider_txn: isPaid ? txn : null,
      created_at: isPaid ? new Date(fee.at.getTime() - 5 * 60_000) : now,
      expires_at: new Date((isPaid ? fee.at : now).getTime() + 10 * DAY_MS),
      paid_at: isPaid ? fee.at : null,
      changed_at: isPaid ? fee.at : now,
    })
    .execute()
  if (!isPaid) return
  const movement = { ...amounts, order_no: orderNo, channel: fee.channel, source: 'programme' }
  await trx
    .insertInto('ledger')
    .values({ ...movement, kind: 'payment', provider_txn: txn, at: fee.at })
    .execute()
  if (status !== PAYMENT_STATUS.refunded) return
  const reason = entry.file.withdrawn_reason ?? 'Withdrawn'
  await trx
    .insertInto('refunds')
    .values({
      out_refund_no: `R${orderNo}`,
      order_no: orderNo,
      amount_minor: amounts.amount_minor,
      status: 'succeeded',
      reason,
    })
    .execute()
  await trx
    .insertInto('ledger')
    .values({ ...movement, kind: 'refund', provider_txn: `${txn}R`, at: now })
    .execute()
}

function entryPrice({ programme }: Load, { file }: AddedEntry): number {
  const prices = programme.fees.value.entry[file.section]?.[file.fee.period ?? 'standard']
  return prices?.[file.fee.additional ? 1 : 0] ?? 0
}

function packagePrice({ programme }: Load, { file }: AddedEntry): number {
  const { winner_packages: packages, student_package_percent: percent } = programme.fees.value
  const found = packages.find(({ code }) => code === file.winner_package.package)
  const price = (file.award && found?.prices[file.award]) ?? 0
  return file.section === 'student' ? Math.round((price * percent) / 100) : price
}

const orderNumber = ({ entryNo }: AddedEntry, { type, at }: Fee) => {
  const hash = createHash('sha256')
    .update(`${entryNo}:${type}`)
    .digest('hex')
    .slice(0, 10)
    .toUpperCase()
  return `P${at.toISOString().slice(2, 10).replaceAll('-', '')}${hash}`
}
