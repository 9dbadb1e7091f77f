import { NARROW, QueryView, useMedia } from '@awards/shared/ui'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDeskRedactionQuery } from '../desk.api.ts'
import { RedactionEditor } from './redaction-editor.tsx'

type RedactionDrawerProps = { id: string; onClose: () => void }

/** The sheet of one entry as jurors read it, to take out of it what names its makers. */
export function RedactionDrawer({ id, onClose }: RedactionDrawerProps) {
  const { t } = useTranslation('jurydesk')
  const isNarrow = useMedia(NARROW)
  const query = useDeskRedactionQuery({ apply_order_id: id })
  return (
    <Drawer open size={isNarrow ? '100%' : 860} title={t('redact.title')} onClose={onClose}>
      <QueryView query={query}>
        {(sheet) => <RedactionEditor key={sheet.version} id={id} sheet={sheet} onSaved={onClose} />}
      </QueryView>
    </Drawer>
  )
}
