import { useApiQuery } from '@awards/shared/client'
import { entries, type OwnerEntryInfo, type Quote } from '@awards/shared/contract'
import { ENTRY_STATUS } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import stageStyles from './next-stages.module.css'
import feeStyles from './common.module.css'

const STAGES = ['pay', 'check', 'judge', 'result'] as const

const S = ENTRY_STATUS
const ADMITTED: readonly number[] = [S.admitted, S.in_judging]

/** How many of the stages an entry has behind it. */
function stagesDone({ entry_status, paid_at }: OwnerEntryInfo): number {
  if (entry_status > S.in_judging) return STAGES.length
  if (ADMITTED.includes(entry_status)) return 2
  return entry_status > S.submitted || paid_at !== null ? 1 : 0
}

/** What happens to an entry from here on, with the dates of its edition. */
export function NextStages({ info }: { info: OwnerEntryInfo }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { data } = useApiQuery(entries.registrationTime)
  const calendar = data?.edition.id === info.edition.id ? data : undefined
  const day = (moment: string | null | undefined) => (moment ? format.date(moment) : undefined)
  const { check, judging } = calendar ?? {}
  const span = (from: string | null | undefined, to: string | null | undefined) =>
    from && to ? t('stage.span', { from: day(from), to: day(to) }) : undefined
  const dates = {
    // No fee is taken any more once the call has closed.
    pay: day(calendar?.closes_at) && t('stage.until', { date: day(calendar?.closes_at) }),
    check: span(check?.starts_at, check?.ends_at),
    judge: span(judging?.starts_at, judging?.ends_at),
    result: day(calendar?.results_at),
  }
  const stages = STAGES.slice(stagesDone(info))
  if (stages.length === 0) return null
  return (
    <section className={stageStyles.part}>
      <SectionHeading size="small">{t('submit.next')}</SectionHeading>
      <ol className={stageStyles.stages}>
        {stages.map((stage) => (
          <li key={stage}>
            <p className={stageStyles.line}>
              <strong>{t(`submit.stage.${stage}.title`)}</strong>
              {dates[stage] && <span className={stageStyles.date}>{dates[stage]}</span>}
            </p>
            <p>{t(`submit.stage.${stage}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The price of an entry, how it comes about and when it changes. */
export function FeeSummary({ quote }: { quote: Quote }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { currency, next_period } = quote
  const money = (amount_minor: number) => format.money({ amount_minor, currency })
  return (
    <div className={feeStyles.fee}>
      <p className={feeStyles.amount}>{money(quote.amount)}</p>
      <p className={feeStyles.note}>
        {t(quote.vat_amount > 0 ? 'fee.detail' : 'fee.untaxed', {
          net: money(quote.amount_ht),
          vat: money(quote.vat_amount),
          rate: quote.vat_rate,
          period: quote.period_name,
        })}
      </p>
      {next_period && (
        <p className={feeStyles.note}>
          {t('fee.next', {
            date: format.date(next_period.starts_at),
            price: money(next_period.amount),
          })}
        </p>
      )}
    </div>
  )
}
