import type { OwnerEntryInfo, Output, payments } from '@awards/shared/contract'
import { WINNER_FEE_STATUS } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { EmptyState, LinkButton, PageHeader, QueryView, SectionHeading } from '@awards/shared/ui'
import { Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useMoney } from '../common/use-money.ts'
import { usePackageTermsQuery, usePayPackageMutation } from '../payment.api.ts'
import styles from './channel-choice.module.css'
import { Payable } from './payable.tsx'
import { PayForm } from './pay-form.tsx'
import { PriceLines } from './price-lines.tsx'
import { WorkLine } from './work-line.tsx'

const W = WINNER_FEE_STATUS
const OPEN: readonly number[] = [W.offered, W.pending, W.declined, W.offline_declared]
type Terms = Output<typeof payments.getWinnerPackageFeePaymentChannel>
type PayPackageProps = { id: string; wanted: string | undefined }

/** Pays for a winner package. */
export function PayPackage({ id, wanted }: PayPackageProps) {
  const query = usePackageTermsQuery({ apply_order_id: id })
  return (
    <Payable id={id} isSettled={({ winner_fee_status }) => !OPEN.includes(winner_fee_status)}>
      {(info) => (
        <QueryView query={query}>
          {(terms) => <PackageFee info={info} terms={terms} wanted={wanted} />}
        </QueryView>
      )}
    </Payable>
  )
}

type PackageFeeProps = { info: OwnerEntryInfo; terms: Terms; wanted: string | undefined }

function PackageFee({ info, terms, wanted }: PackageFeeProps) {
  const { t } = useTranslation('payment')
  const navigate = useNavigate()
  const { apply_order_id } = info
  const [pay, { isLoading }] = usePayPackageMutation()
  const paid = terms.packages.filter(({ amount_ht }) => amount_ht > 0)
  const [code, setCode] = useState(wanted)
  const chosen = paid.find((one) => one.code === code) ?? paid[0]
  const money = useMoney(chosen?.currency ?? 'EUR')

  if (!chosen) {
    return (
      <EmptyState
        title={t('package.none')}
        action={
          <LinkButton to={paths.awardSteps(apply_order_id, 3)}>{t('package.back')}</LinkButton>
        }
      />
    )
  }
  return (
    <>
      <PageHeader title={t('package.title')} lead={t('package.lead')} />
      <PayForm
        channels={terms.channels}
        isReady
        isBusy={isLoading}
        onFree={() => navigate(paths.account('awards'))}
        summary={(billing) => (
          <>
            <WorkLine info={info} />
            <PriceLines
              lines={[{ label: chosen.name, amount_minor: chosen.amount_ht }]}
              net={chosen.amount_ht}
              rate={chosen.vat_rate}
              currency={chosen.currency}
              billing={billing}
            />
          </>
        )}
        pay={({ channel, billing }) =>
          pay({ apply_order_id, package_code: chosen.code, channel, billing }).unwrap()
        }
      >
        <SectionHeading>{t('package.choice')}</SectionHeading>
        <Radio.Group
          className={styles.group ?? ''}
          value={chosen.code}
          onChange={(event) => setCode(String(event.target.value))}
        >
          {paid.map((one) => (
            <Radio key={one.code} value={one.code} className={styles.channel ?? ''}>
              <span className={styles.name}>
                {one.name} · {money(one.amount_ht)}
              </span>
              <span className={styles.text}>{one.description}</span>
            </Radio>
          ))}
        </Radio.Group>
      </PayForm>
    </>
  )
}
