import { entries } from '@awards/shared/contract'
import { Desk, LinkButton, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { DeskFrame } from '../frame/desk-frame.tsx'

/** Whether the call would take it for an entry: what is none is not asked for. */
export const isEntryId = (id: string) =>
  entries.info.input.safeParse({ apply_order_id: id }).success

type NoEntryProps = { id: string; back: string }

/** Stands where an address names no entry, or something that is none. */
export function NoEntry({ id, back }: NoEntryProps) {
  const { t } = useTranslation('jury')
  const title = t(id === '' ? 'noEntry' : 'entryMissing')
  return (
    <Desk>
      <DeskFrame />
      <PageHeader
        title={title}
        documentTitle={title}
        lead={t(id === '' ? 'noEntryText' : 'entryMissingText')}
      />
      <LinkButton to={back}>{t('back')}</LinkButton>
    </Desk>
  )
}
