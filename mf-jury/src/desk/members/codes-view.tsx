import type { Output, judge } from '@awards/shared/contract'
import { EmptyState, QueryView, SectionHeading } from '@awards/shared/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCapability } from '../../common/use-capability.ts'
import { useDeskAgentCodesQuery, useDeskInvitationsQuery } from '../desk.api.ts'
import rowStyles from '../rows.module.css'
import { AgentReport } from './agent-report.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { CodeLine } from './code-line.tsx'
import styles from './codes-view.module.css'
import { InviteDialog } from './invite-dialog.tsx'

type CodeRow = Output<typeof judge.getInvitationCode>[number]
type Dialog = 'juror' | 'entrant_invite' | 'agent'
type NewCode = false | { dialog: Dialog; label: string }

const KINDS = ['juror_invite', 'entrant_invite', 'agent'] as const

/** Seats that are offered, codes for entrants and agents, and what agents have brought in. */
export function CodesView() {
  const { t } = useTranslation('jurydesk')
  const can = useCapability()
  const invitations = useDeskInvitationsQuery()
  const agents = useDeskAgentCodesQuery()
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
                button && <Button onClick={() => setOpen(button.dialog)}>{button.label}</Button>
              }
            >
              {t(`codes.${kind}`)}
            </SectionHeading>
            <QueryView query={queries[kind]}>
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
            </QueryView>
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
