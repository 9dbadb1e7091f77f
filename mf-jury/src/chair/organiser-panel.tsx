import type { JurorEntryInfo } from '@awards/shared/contract'
import { ENTRY_STATUS } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCapability } from '../common/use-capability.ts'
import { ReasonDialog } from '../desk/reason-dialog.tsx'
import { PinDialog } from '../desk/members/pin-dialog.tsx'
import { useDisqualifyEntryMutation, useRevokeAwardMutation } from '../desk/desk.api.ts'
import '../desk/register-texts.ts'
import { SidePanel } from './side-panel.tsx'
import styles from './jury-review-details.module.css'

const S = ENTRY_STATUS
const IN_COMPETITION: readonly number[] = [S.registered, S.admitted, S.in_judging, S.decided]

/** What those who run the jury can do with an entry beside the decision. */
export function OrganiserPanel({ info }: { info: JurorEntryInfo }) {
  const { t } = useTranslation('jurydesk')
  const { message } = App.useApp()
  const can = useCapability()
  const [open, setOpen] = useState<'pin' | 'revoke' | 'disqualify'>()
  const [revoke, revoking] = useRevokeAwardMutation()
  const [disqualify, disqualifying] = useDisqualifyEntryMutation()
  const { apply_order_id, edition, entry_status } = info
  const mayRevoke = can('can_publish') && entry_status === S.awarded
  const mayDisqualify = can('can_publish') && IN_COMPETITION.includes(entry_status)
  if (!can('can_assign') && !mayRevoke && !mayDisqualify) return null

  const send = async (step: 'revoke' | 'disqualify', reason: string) => {
    const act = step === 'revoke' ? revoke : disqualify
    const result = await act({ apply_order_id, reason })
    if ('error' in result) return
    void message.success(t(step === 'revoke' ? 'steps.revoked' : 'steps.disqualified'))
    setOpen(undefined)
  }
  return (
    <SidePanel title={t('steps.title')}>
      <div className={styles.actions}>
        {can('can_assign') && (
          <>
            <LinkButton
              size="small"
              to={paths.juryDesk({
                view: 'sheets',
                edition_id: edition.id,
                redact: apply_order_id,
              })}
            >
              {t('steps.redact')}
            </LinkButton>
            <Button size="small" onClick={() => setOpen('pin')}>
              {t('steps.pin')}
            </Button>
          </>
        )}
        {mayRevoke && (
          <Button size="small" danger onClick={() => setOpen('revoke')}>
            {t('steps.revoke')}
          </Button>
        )}
        {mayDisqualify && (
          <Button size="small" danger onClick={() => setOpen('disqualify')}>
            {t('steps.disqualify')}
          </Button>
        )}
      </div>
      {open === 'pin' && (
        <PinDialog
          editionId={edition.id}
          entryId={apply_order_id}
          onClose={() => setOpen(undefined)}
        />
      )}
      {(open === 'revoke' || open === 'disqualify') && (
        <ReasonDialog
          title={t(`steps.${open}`)}
          text={t(`steps.${open}Text`)}
          confirm={t(`steps.${open}`)}
          isDanger
          isLoading={revoking.isLoading || disqualifying.isLoading}
          error={open === 'revoke' ? revoking.error : disqualifying.error}
          onClose={() => setOpen(undefined)}
          onSend={(reason) => void send(open, reason)}
        />
      )}
    </SidePanel>
  )
}
