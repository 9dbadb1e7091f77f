import type { Output, judge } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Tag } from '@awards/shared/ui'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCapability } from '../../common/use-capability.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import rowStyles from '../rows.module.css'
import { useEndCodeMutation, useResendInvitationMutation } from '../desk.api.ts'
import styles from './codes-view.module.css'

type CodeLineProps = { row: Output<typeof judge.getInvitationCode>[number] }

/** One code: whose it is, how often it was used, until when, and what can be done with it. */
export function CodeLine({ row }: CodeLineProps) {
  const { t } = useTranslation('jurydesk')
  const format = useFormat()
  const { message } = App.useApp()
  const can = useCapability()
  const [isEnding, setIsEnding] = useState(false)
  const [resend, resending] = useResendInvitationMutation()
  const [end, ending] = useEndCodeMutation()
  const isSeat = row.kind === 'juror_invite'
  const isTaken = isSeat && row.redeemed > 0
  const mayChange = can(isSeat ? 'can_assign' : 'can_manage_fees')

  const again = async () => {
    const result = await resend({ code: row.code })
    if (!('error' in result)) void message.success(t('codes.resent'))
  }
  const stop = async (reason: string) => {
    const result = await end({ code: row.code, reason })
    if ('error' in result) return
    void message.success(t('codes.ended'))
    setIsEnding(false)
  }
  const copy = () =>
    navigator.clipboard.writeText(row.share_url).then(
      () => message.success(t('codes.copied')),
      () => message.info(row.share_url),
    )
  const state = isTaken ? 'taken' : row.active ? 'active' : 'over'
  return (
    <li className={rowStyles.row}>
      <span className={rowStyles.cell}>
        <span className={rowStyles.strong}>{row.label || row.code}</span>
        <small className={styles.code}>{row.code}</small>
      </span>
      <span className={rowStyles.cell}>
        {row.owner_name && <span>{row.owner_name}</span>}
        <small>
          {row.max_uses === null
            ? t('codes.used', { count: row.redeemed })
            : t('codes.usedOf', { count: row.redeemed, of: row.max_uses })}
        </small>
      </span>
      <span className={rowStyles.cell}>
        <Tag tone={state === 'active' ? 'info' : state === 'taken' ? 'success' : 'neutral'}>
          {t(`codes.state.${state}`)}
        </Tag>
        {row.valid_until && (
          <small>{t('codes.until', { date: format.date(row.valid_until, 'short') })}</small>
        )}
      </span>
      <span className={rowStyles.actions}>
        {row.active && !isSeat && (
          <Button size="small" aria-label={t('codes.copyOne', row)} onClick={() => void copy()}>
            {t('codes.copy')}
          </Button>
        )}
        {isSeat && !isTaken && mayChange && (
          <Button
            size="small"
            loading={resending.isLoading}
            aria-label={t('codes.resendOne', { name: row.label || row.code })}
            onClick={() => void again()}
          >
            {t('codes.resend')}
          </Button>
        )}
        {row.active && !isTaken && mayChange && (
          <Button
            size="small"
            type="text"
            aria-label={t('codes.endOne', { name: row.label || row.code })}
            onClick={() => setIsEnding(true)}
          >
            {t('codes.end')}
          </Button>
        )}
      </span>
      {isEnding && (
        <ReasonDialog
          title={t('codes.endOne', { name: row.label || row.code })}
          text={t('codes.endText')}
          confirm={t('codes.end')}
          isDanger
          isLoading={ending.isLoading}
          error={ending.error}
          onClose={() => setIsEnding(false)}
          onSend={(reason) => void stop(reason)}
        />
      )}
    </li>
  )
}
