import type { juryDesk, Output } from '@awards/shared/contract'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './remind-dialog.module.css'

export type Preview = Output<typeof juryDesk.remindJurors>

type RemindDialogProps = {
  preview: Preview
  isSending: boolean
  onClose: () => void
  onSend: () => void
}

/** Who gets a reminder, who does not and why, and what it says; nothing has been sent yet. */
export function RemindDialog({ preview, isSending, onClose, onSend }: RemindDialogProps) {
  const { t } = useTranslation('jurydesk')
  const { mail, sent, skipped } = preview
  return (
    <Modal
      open
      title={t('work.remind', { count: sent.length })}
      okText={t('work.send', { count: sent.length })}
      okButtonProps={{ disabled: sent.length === 0 }}
      confirmLoading={isSending}
      onOk={onSend}
      onCancel={onClose}
    >
      <ul role="list" className={styles.skipped}>
        {[...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, some]) => (
          <li key={reason}>{t(`work.skipped.${reason}`, { count: some.length })}</li>
        ))}
      </ul>
      {mail && (
        <figure className={styles.mail}>
          <figcaption className={styles.subject}>{mail.subject}</figcaption>
          <pre className={styles.text}>{mail.text}</pre>
          <p className={styles.note}>{t('work.previewNote')}</p>
        </figure>
      )}
    </Modal>
  )
}
