import { useTranslation } from 'react-i18next'
import { CallDeadline } from '../common/call-deadline.tsx'
import { Deadline } from '../common/deadline.tsx'
import { useRegistrationTimeQuery } from '../entrant.api.ts'
import { useDraft } from './draft-context.ts'

/** Until when this entry can be handed in: the close of the call, its grace, or that of a correction. */
export function EntryDeadline() {
  const { t } = useTranslation('entrant')
  const { info } = useDraft()
  const { data } = useRegistrationTimeQuery()
  const { correction, can_submit, submit_until } = info
  if (!data) return null
  if (correction) {
    return correction.due_at ? (
      <Deadline
        label={t('deadline.correction')}
        until={correction.due_at}
        serverNow={data.server_now}
      />
    ) : null
  }
  if (can_submit && !info.is_editable && submit_until) {
    return <Deadline label={t('deadline.grace')} until={submit_until} serverNow={data.server_now} />
  }
  return info.is_editable ? <CallDeadline /> : null
}
