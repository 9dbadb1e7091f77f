import type { AwardLevel, Section } from '@awards/shared/contract'
import { nextPeriod } from '@awards/shared/domain'
import { SectionHeading } from '@awards/shared/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EstimateLines } from './estimate-lines.tsx'
import { estimate, type Plan } from './fee-estimate.ts'
import { FeePlan } from './fee-plan.tsx'
import type { FeeTable } from './fee-table.ts'
import styles from './fee-calculator.module.css'

type FeeCalculatorProps = {
  table: FeeTable
  sections: readonly Section[]
  awards: readonly AwardLevel[]
}

/** Adds up what an entry and its package would cost, with VAT, now and in the next period. */
export function FeeCalculator({ table, sections, awards }: FeeCalculatorProps) {
  const { t } = useTranslation('public')
  const next = nextPeriod(table.periods, new Date())
  const period = table.current_period ?? next?.code ?? table.periods.at(-1)?.code ?? ''
  const [chosen, setChosen] = useState<Omit<Plan, 'period'>>({
    section: table.prices[0]?.section ?? '',
    categories: 1,
    country: 'FR',
    isBusiness: true,
    hasNumber: true,
  })
  const plan = { ...chosen, period }
  const result = estimate(table, plan)
  const later =
    next && next.code !== period ? estimate(table, { ...plan, period: next.code }) : undefined
  return (
    <section className={styles.section} aria-labelledby="calculator-title">
      <SectionHeading id="calculator-title">{t('fees.calculator')}</SectionHeading>
      <div className={styles.columns}>
        <FeePlan
          plan={plan}
          onChange={(change) => setChosen((before) => ({ ...before, ...change }))}
          table={table}
          sections={sections}
          awards={awards}
        />
        {result && (
          <EstimateLines
            result={result}
            currency={table.currency}
            later={later && next ? { total: later.total, from: next.starts_at } : undefined}
          />
        )}
      </div>
    </section>
  )
}
