import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { type Billing, type Output, type OwnerEntryInfo, payments } from '@awards/shared/contract'
import { WINNER_FEE_STATUS } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import {
  LinkButton,
  Loader,
  PageHeader,
  QueryState,
  SectionHeading,
  TextLink,
} from '@awards/shared/ui'
import { RadioGroup } from '@awards/shared/ui/native/choice'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useMoney } from '../common/use-money.ts'
import styles from './pay-form.module.css'
import { Payable } from './payable.tsx'
import { PayForm } from './pay-form.tsx'
import { type PayFormState, usePayForm } from './use-pay-form.ts'
import { Note } from '../common/note.tsx'
import { PriceLines, WorkLine } from './price-lines.tsx'

type Terms = Output<typeof payments.getWinnerPackageFeePaymentChannel>

type PackageOptionsProps = {
  packages: Terms['packages']
  chosen: string
  onChoose: (code: string) => void
  /** The address of the free package instead. */
  freePage: string
}

/** The packages that cost something, and the way to the one that does not. */
function PackageOptions({ packages, chosen, onChoose, freePage }: PackageOptionsProps) {
  const { t } = useTranslation('payment')
  const money = useMoney(packages[0]?.currency ?? 'EUR')
  return (
    <>
      <SectionHeading id="pay-package">{t('package.choice')}</SectionHeading>
      <RadioGroup
        name="package"
        labelledBy="pay-package"
        isFramed
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
        options={packages.map(({ code, name, amount_ht, description }) => ({
          value: code,
          label: (
            <strong>
              {name} · {money(amount_ht)}
            </strong>
          ),
          hint: description,
        }))}
      />
      <p className={styles.free}>
        <TextLink to={freePage}>{t('package.free')}</TextLink>
      </p>
    </>
  )
}

const W = WINNER_FEE_STATUS
const OPEN: readonly number[] = [W.offered, W.pending, W.declined, W.offline_declared]
type PayPackageProps = { id: string; wanted: string | undefined }

/** Pays for a winner package. */
export const PayPackage = ({ id, wanted }: PayPackageProps) => (
  <Payable
    id={id}
    kind="winner_fee"
    statusOf={({ winner_fee_status }) => winner_fee_status}
    open={OPEN}
  >
    {(info, known) => <PackageTerms info={info} known={known} wanted={wanted} />}
  </Payable>
)

type PackageTermsProps = {
  info: OwnerEntryInfo
  known: Partial<Billing>
  wanted: string | undefined
}

/** The packages at the price of the buyer in the form; the last answer stands until the next comes. */
function PackageTerms(props: PackageTermsProps) {
  const { apply_order_id } = props.info
  const form = usePayForm(props.known)
  const query = useApiQuery(payments.getWinnerPackageFeePaymentChannel, {
    apply_order_id,
    ...form.buyer,
  })
  if (!query.data) return <QueryState query={query}>{() => <Loader />}</QueryState>
  return (
    <PackageFee
      {...props}
      form={form}
      terms={query.data}
      isPricing={query.isFetching}
      refresh={query.refetch}
    />
  )
}

type PackageFeeProps = PackageTermsProps & {
  form: PayFormState
  terms: Terms
  isPricing: boolean
  refresh: () => unknown
}

function PackageFee({ info, known, wanted, form, terms, isPricing, refresh }: PackageFeeProps) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const navigate = useNavigate()
  const { apply_order_id, winner_fee_status } = info
  const [pay, { isLoading }] = useApiMutation(payments.winnerPackageFeePayment)
  const paid = terms.packages.filter(({ amount_ht }) => amount_ht > 0)
  const [code, setCode] = useState(wanted)
  const chosen = paid.find((one) => one.code === code) ?? paid[0]

  if (!chosen) {
    return (
      <PageHeader
        title={t('package.none')}
        actions={
          <LinkButton to={paths.awardSteps(apply_order_id, 3)}>{t('package.back')}</LinkButton>
        }
      />
    )
  }
  const ends = terms.offer_expires_at
  return (
    <>
      <PageHeader
        title={t('package.title')}
        lead={`${t('package.lead')} ${ends ? t('package.ends', { date: format.date(ends) }) : ''}`}
      />
      <PayForm
        form={form}
        known={known}
        channels={terms.channels}
        price={chosen}
        isPricing={isPricing}
        isBusy={isLoading}
        onFree={() => navigate(paths.account('awards'))}
        summary={
          <>
            <WorkLine info={info} />
            <PriceLines
              price={{
                ...chosen,
                lines: [{ label: chosen.name, amount_minor: chosen.amount_ht }],
              }}
            />
          </>
        }
        pay={({ channel, billing, keep_billing }) => {
          const { code: package_code, amount } = chosen
          return pay({ apply_order_id, package_code, channel, billing, keep_billing, amount })
            .unwrap()
            .catch((error: unknown) => {
              void refresh()
              throw error
            })
        }}
      >
        {winner_fee_status === W.declined && (
          <Note>
            <p>{t('package.declined')}</p>
          </Note>
        )}
        {winner_fee_status === W.offline_declared && (
          <Note>
            <p>{t('pay.announced')}</p>
          </Note>
        )}
        <PackageOptions
          packages={paid}
          chosen={chosen.code}
          onChoose={setCode}
          freePage={paths.awardSteps(apply_order_id, 3)}
        />
      </PayForm>
    </>
  )
}
