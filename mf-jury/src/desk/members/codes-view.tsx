import { copyText } from '@awards/shared/browser/use-copy'
import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { judge, juryCodes, type Output } from '@awards/shared/contract'
import { EmptyState, QueryState, SectionHeading, Tag } from '@awards/shared/ui'
import { Button, App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCapability } from '../../common/use-capability.ts'
import rowStyles from '../rows.module.css'
import { useFormat } from '@awards/shared/i18n'
import { useDeskScope } from '../desk-bar.tsx'
import styles from './codes-view.module.css'
import { CodeDialog, InviteDialog } from './code-dialogs.tsx'
import { ReasonDialog } from '../../common/reason-dialog.tsx'

/** Agents' commission on received fees. */
function AgentReport() {
  const { t } = useTranslation('jurydesk')
  const format = useFormat()
  const { editionId: edition_id } = useDeskScope()
  const query = useApiQuery(juryCodes.agentReport, { edition_id }, { skip: !edition_id })
  return (
    <section aria-labelledby="agent-report">
      <SectionHeading id="agent-report" size="small">
        {t('agents.title')}
      </SectionHeading>
      <p className={styles.lead}>{t('agents.lead')}</p>
      <QueryState query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('agents.none')} />
          ) : (
            <ul className={styles.rows} role="list">
              {rows.map((row) => {
                const money = (amount_minor: number) =>
                  format.money({ amount_minor, currency: row.currency })
                const facts = [
                  ['entries', String(row.entries)],
                  ['paid', String(row.paid_entries)],
                  ['received', money(row.received_minor)],
                  ['refunded', money(row.refunded_minor)],
                  ['rate', format.number(row.commission_percent / 100, { style: 'percent' })],
                  ['commission', money(row.commission_minor)],
                ] as const
                return (
                  <li key={`${row.code} ${row.currency}`} className={styles.row}>
                    <p className={styles.name}>
                      <strong>{row.owner_name ?? row.label}</strong>
                      <small>
                        {row.code} · {row.label}
                      </small>
                    </p>
                    <dl className={styles.facts}>
                      {facts.map(([name, value]) => (
                        <div key={name}>
                          <dt>{t(`agents.${name}`)}</dt>
                          <dd>{value}</dd>
                        </div>
                      ))}
                    </dl>
                  </li>
                )
              })}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}

type CodeLineProps = { row: Output<typeof judge.getInvitationCode>[number] }

/** One code: owner, uses, expiry and actions. */
function CodeLine({ row }: CodeLineProps) {
  const { t } = useTranslation('jurydesk')
  const format = useFormat()
  const { message } = App.useApp()
  const can = useCapability()
  const [isEnding, setIsEnding] = useState(false)
  const [resend, resending] = useApiMutation(juryCodes.resendInvitation)
  const [end, ending] = useApiMutation(juryCodes.endCode)
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
  const copy = async () =>
    (await copyText(row.share_url))
      ? message.success(t('codes.copied'))
      : message.info(row.share_url)
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

type CodeRow = Output<typeof judge.getInvitationCode>[number]
type Dialog = 'juror' | 'entrant_invite' | 'agent'
type NewCode = false | { dialog: Dialog; label: string }

const KINDS = ['juror_invite', 'entrant_invite', 'agent'] as const

/** Invitations, discount and agent codes, and the agents' commission report. */
export function CodesView() {
  const { t } = useTranslation('jurydesk')
  const can = useCapability()
  const invitations = useApiQuery(judge.getInvitationCode)
  const agents = useApiQuery(judge.getAgentCode)
  const [open, setOpen] = useState<Dialog>()
  const makes = can('can_manage_fees')
  const buttons: Record<CodeRow['kind'], NewCode> = {
    juror_invite: can('can_assign') && { dialog: 'juror', label: t('codes.invite') },
    entrant_invite: makes && { dialog: 'entrant_invite', label: t('codes.newEntrant') },
    agent: makes && { dialog: 'agent', label: t('codes.newAgent') },
  }
  const queries = { juror_invite: invitations, entrant_invite: invitations, agent: agents }
  return (
    <>
      {KINDS.map((kind) => {
        const button = buttons[kind]
        return (
          <section key={kind} className={styles.part} aria-labelledby={`codes-${kind}`}>
            <SectionHeading
              id={`codes-${kind}`}
              size="small"
              aside={
                button && (
                  <Button size="small" onClick={() => setOpen(button.dialog)}>
                    {button.label}
                  </Button>
                )
              }
            >
              {t(`codes.${kind}`)}
            </SectionHeading>
            <QueryState query={queries[kind]}>
              {(list) => {
                const own = list.filter((one) => one.kind === kind)
                return own.length === 0 ? (
                  <EmptyState title={t(`codes.none.${kind}`)} />
                ) : (
                  <ul className={rowStyles.rows} role="list">
                    {own.map((row) => (
                      <CodeLine key={row.code} row={row} />
                    ))}
                  </ul>
                )
              }}
            </QueryState>
          </section>
        )
      })}
      {makes && <AgentReport />}
      {open === 'juror' && <InviteDialog onClose={() => setOpen(undefined)} />}
      {(open === 'agent' || open === 'entrant_invite') && (
        <CodeDialog kind={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
