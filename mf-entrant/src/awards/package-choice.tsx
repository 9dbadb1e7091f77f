import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { entries, type OwnerEntryInfo, payments } from '@awards/shared/contract'
import {
  roleMay,
  WINNER_FEE_STATUS,
  WinningInfo,
  type WinnerFeeStatus,
} from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { EmptyState, LinkButton, QueryState, StatusTag } from '@awards/shared/ui'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Notice } from '../common/notice.tsx'
import type { AwardScreenProps } from './award-answer.tsx'
import styles from './award-steps.module.css'

const W = WINNER_FEE_STATUS
const SETTLED: readonly number[] = [W.paid, W.waived, W.refund_pending, W.refunded, W.offer_expired]

/** The packages side by side; the free one is as good a choice as the others. */
export function PackageChoice({ info, goTo }: AwardScreenProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const query = useApiQuery(payments.getWinnerPackageFeePaymentChannel, {
    apply_order_id: info.apply_order_id,
  })
  const isFree = info.winner_fee_status === W.waived
  const mayEdit = roleMay(info.role ?? 'owner', 'edit')
  const offered = <P extends { amount_ht: number }>(packages: readonly P[]) =>
    roleMay(info.role ?? 'owner', 'answer')
      ? packages
      : packages.filter(({ amount_ht }) => amount_ht > 0)
  const isSettled = SETTLED.includes(info.winner_fee_status)
  const { choose, isLoading, hasInfo } = useChoice(info)

  if (isSettled) {
    return (
      <EmptyState
        title={
          isFree ? (
            t('package.freeTitle')
          ) : (
            <StatusTag kind="winner_fee" status={info.winner_fee_status as WinnerFeeStatus} />
          )
        }
        action={<LinkButton to={paths.account('awards')}>{t('submit.account')}</LinkButton>}
      >
        {t(isFree ? 'package.freeText' : 'package.settled')}
      </EmptyState>
    )
  }
  return (
    <QueryState query={query}>
      {({ packages, offer_expires_at }) => (
        <>
          {!hasInfo && (
            <Notice
              type="info"
              title={t('package.firstPublication')}
              action={mayEdit && <Button onClick={() => goTo(2)}>{t('award.2.name')}</Button>}
            />
          )}
          <ul className={styles.packages} role="list">
            {offered(packages).map((one) => (
              <li key={one.code} className={styles.package}>
                <h2 className={styles.name}>{one.name}</h2>
                <p className={styles.price}>
                  {one.amount_ht === 0
                    ? t('package.free')
                    : format.money({ amount_minor: one.amount_ht, currency: one.currency })}
                </p>
                <p className={styles.vat}>
                  {one.amount_ht === 0
                    ? t('package.always')
                    : t(one.amount > one.amount_ht ? 'package.vat' : 'package.untaxed', {
                        total: format.money({ amount_minor: one.amount, currency: one.currency }),
                      })}
                </p>
                <p className={styles.text}>{one.description}</p>
                <Button
                  block
                  type={one.amount_ht === 0 ? 'default' : 'primary'}
                  disabled={!hasInfo}
                  loading={isLoading}
                  onClick={() => void choose(one.code, one.amount_ht === 0)}
                >
                  {t('package.choose', { name: one.name })}
                </Button>
              </li>
            ))}
          </ul>
          <p className={styles.fair}>
            {t('package.fair')}{' '}
            {offer_expires_at && t('package.expires', { date: format.date(offer_expires_at) })}
          </p>
        </>
      )}
    </QueryState>
  )
}

/** Notes the choice; a package that costs goes on to its payment. */
function useChoice({ apply_order_id, version, winning_info, role = 'owner' }: OwnerEntryInfo) {
  const navigate = useNavigate()
  const [save, { isLoading }] = useApiMutation(entries.winningInfoEdit)
  const published = WinningInfo.safeParse(winning_info)
  const choose = async (package_code: string, isFree: boolean) => {
    if (!published.success) return
    // A payer chooses by paying: the answer to the award is not the payer's to give.
    if (!roleMay(role, 'answer')) return navigate(paths.payPackage(apply_order_id, package_code))
    const input = { apply_order_id, version, info: published.data, package_code }
    const done = await save(input)
      .unwrap()
      .catch(() => undefined)
    if (done && !isFree) navigate(paths.payPackage(apply_order_id, package_code))
  }
  return { choose, isLoading, hasInfo: published.success }
}
