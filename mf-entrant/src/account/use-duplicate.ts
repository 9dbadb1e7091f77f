import type { EntryRow } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { App } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useDuplicateEntryMutation } from '../entrant.api.ts'

/** Makes a new draft from an entry and goes there; a repeat after a lost answer makes no second one. */
export function useDuplicate({ apply_order_id }: EntryRow) {
  const { t } = useTranslation('entrant')
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [duplicate, { isLoading }] = useDuplicateEntryMutation()
  const key = useRef<string>(undefined)

  const start = async () => {
    key.current ??= crypto.randomUUID?.()
    const made = await duplicate({ apply_order_id, idempotency_key: key.current })
      .unwrap()
      .catch(() => undefined)
    const draft = made?.orders[0]
    if (!draft) return
    key.current = undefined
    void message.success(t('card.duplicated', { number: draft.entry_no }))
    await navigate(paths.steps({ id: draft.apply_order_id, step: 1 }))
  }
  return { start: () => void start(), isBusy: isLoading }
}
