import type { EntryRow } from '@awards/shared/contract'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDeleteEntryMutation } from '../entrant.api.ts'
import styles from './removal.module.css'
import { removalKind } from './removal-kind.ts'

const CONSEQUENCES = ['jury', 'fee', 'final'] as const

/** Asks, then deletes or withdraws an entry, and says what became of the fee. */
export function useRemoval(entry: EntryRow) {
  const { t } = useTranslation('entrant')
  const { modal, message } = App.useApp()
  const [remove] = useDeleteEntryMutation()
  const kind = removalKind(entry)
  const way = kind === 'delete' ? 'delete' : 'withdraw'
  const title = entry.title || t('untitled')

  return () =>
    void modal.confirm({
      title: t(`removal.${way}.title`, { title }),
      content: (
        <ul className={styles.consequences}>
          {CONSEQUENCES.map((one) => (
            <li key={one}>{t(`removal.${kind}.${one}`)}</li>
          ))}
        </ul>
      ),
      okText: t(`removal.${way}.confirm`),
      okButtonProps: { danger: true },
      cancelText: t('removal.keep'),
      icon: null,
      centered: true,
      // Enter alone deletes nothing.
      autoFocusButton: 'cancel',
      onOk: async () => {
        const done = await remove({ apply_order_id: entry.apply_order_id })
          .unwrap()
          .catch(() => undefined)
        if (done) void message.success(t(`removal.done.${done.mode}.${done.refund}`))
      },
    })
}
