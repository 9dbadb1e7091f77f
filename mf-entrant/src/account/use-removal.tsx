import type { EntryRow } from '@awards/shared/contract'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDeleteEntryMutation } from '../entrant.api.ts'

/** Asks, then deletes or withdraws an entry, and says what became of the fee. */
export function useRemoval({ apply_order_id, title, actions }: EntryRow) {
  const { t } = useTranslation('entrant')
  const { modal, message } = App.useApp()
  const [remove] = useDeleteEntryMutation()
  const way = actions.includes('delete') ? 'delete' : 'withdraw'
  const name = title || t('untitled')

  return () =>
    void modal.confirm({
      title: t(`removal.${way}.title`, { title: name }),
      content: t(`removal.${way}.text`),
      okText: t(`removal.${way}.confirm`),
      okButtonProps: { danger: true },
      cancelText: t('removal.keep'),
      icon: null,
      centered: true,
      onOk: async () => {
        const done = await remove({ apply_order_id })
          .unwrap()
          .catch(() => undefined)
        if (done) void message.success(t(`removal.done.${done.mode}.${done.refund}`))
      },
    })
}
