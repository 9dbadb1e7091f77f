import type { AwardLevel, Section } from '@awards/shared/contract'
import { SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { EstimateLines } from './estimate-lines.tsx'
import { estimate } from './fee-estimate.ts'
import { FeeForm } from './fee-form.tsx'
import type { FeeTable } from './fee-table.ts'
import { periodAfter, readPlan } from './plan.ts'
import styles from './fee-calculator.module.css'

type FeeCalculatorProps = {
  table: FeeTable
  sections: readonly Section[]
  awards: readonly AwardLevel[]
}

const RESULT = 'estimate'

/** Adds up what entries and a package would cost, with VAT, now and in the next period. */
export function FeeCalculator({ table, sections, awards }: FeeCalculatorProps) {
  const { t } = useTranslation('public')
  const [query, setQuery] = useSearchParams()
  const { plan, bounded } = readPlan(table, query)
  const result = estimate(table, plan)
  const next = periodAfter(table, plan.period)
  const later = next && estimate(table, { ...plan, period: next.code })
  return (
    <section id="calculator" className={styles.section} aria-labelledby="calculator-title">
      <SectionHeading id="calculator-title">{t('fees.calculator')}</SectionHeading>
      <div className={styles.columns}>
        <FeeForm
          table={table}
          sections={sections}
          awards={awards}
          plan={plan}
          bounded={bounded}
          resultId={RESULT}
          onChange={(changed) => setQuery(changed, { replace: true, preventScrollReset: true })}
        />
        <div id={RESULT} className={styles.result} tabIndex={-1}>
          {result && (
            <EstimateLines
              result={result}
              plan={plan}
              currency={table.currency}
              later={later && { total: later.total, from: next.starts_at }}
            />
          )}
        </div>
      </div>
    </section>
  )
}
