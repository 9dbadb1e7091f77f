import { momentIn } from '../day.ts'

/** Regimes of VAT in France: they set the periods in which sales and payments are reported (e-reporting, art. 290 CGI). */
export const VAT_REGIMES = ['normal_monthly', 'normal_quarterly', 'simplified', 'exempt'] as const
export type VatRegime = (typeof VAT_REGIMES)[number]

/** Sales are flows 10.1 and 10.3, payments 10.2 and 10.4; each kind is transmitted by itself. */
export const TAX_REPORT_KINDS = ['sales', 'payments'] as const
export type TaxReportKind = (typeof TAX_REPORT_KINDS)[number]

type Length = 'ten_days' | 'month' | 'two_months'
const LENGTHS: Record<VatRegime, Record<TaxReportKind, Length>> = {
  normal_monthly: { sales: 'ten_days', payments: 'month' },
  normal_quarterly: { sales: 'month', payments: 'month' },
  simplified: { sales: 'month', payments: 'month' },
  exempt: { sales: 'two_months', payments: 'two_months' },
}

/**
 * Days after the end of a period until it is closed. What arrives meanwhile is in it; the shortest time limit is the
 * tenth day, which leaves days for a platform that is away.
 */
const MARGIN_DAYS = 5

const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/**
 * The last day of the period of a day: the 10th, the 20th or the month's end; the month's end; or that of February, April
 * and so on.
 */
export function taxPeriodEnd(regime: VatRegime, kind: TaxReportKind, day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const length = LENGTHS[regime][kind]
  if (length === 'ten_days' && date <= 20) return dayOf(year, month - 1, date <= 10 ? 10 : 20)
  return dayOf(year, length === 'two_months' ? month + (month % 2) : month, 0)
}

/** When a period that ends on a day is closed, by the clock of a zone. */
export function taxPeriodCloses(lastDay: string, zone: string): Date {
  const [year = 0, month = 1, date = 1] = lastDay.split('-').map(Number)
  return new Date(momentIn(zone, `${dayOf(year, month - 1, date + 1 + MARGIN_DAYS)}T00:00:00`))
}
