import { openFile } from '@awards/shared/client'
import type { EntryRow } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCertificateMutation, useEntryInvoiceMutation } from '../entrant.api.ts'
import styles from './entry-actions.module.css'
import { useRemoval } from './use-removal.tsx'

type Action = EntryRow['actions'][number]

/** Where an action leads; the others do something on the spot. */
const targets: Partial<Record<Action, (id: string) => string>> = {
  continue: (id) => paths.steps({ id }),
  correct: (id) => paths.steps({ id }),
  preview: paths.preview,
  pay: paths.pay,
  accept_award: (id) => paths.awardSteps(id),
}
const FIRST: readonly Action[] = ['accept_award', 'correct', 'pay', 'continue', 'certificate']

/** What the server lets the owner do with an entry; the most useful first and red. */
export function EntryActions({ entry }: { entry: EntryRow }) {
  const { t } = useTranslation('entrant')
  const { apply_order_id: id, actions } = entry
  const [certificate, certificateState] = useCertificateMutation()
  const [invoice, invoiceState] = useEntryInvoiceMutation()
  const remove = useRemoval(entry)
  const primary = FIRST.find((action) => actions.includes(action))

  const open = async (link: { unwrap: () => Promise<{ url: string }> }) => {
    const file = await link.unwrap().catch(() => undefined)
    if (file) openFile(file.url)
  }
  const deeds: Partial<Record<Action, () => void>> = {
    certificate: () => void open(certificate({ apply_order_id: id })),
    invoice: () => void open(invoice({ apply_order_id: id })),
    delete: remove,
    withdraw: remove,
  }
  const isBusy = (action: Action) =>
    (action === 'certificate' && certificateState.isLoading) ||
    (action === 'invoice' && invoiceState.isLoading)
  const ordered = [...actions].sort((a, b) => Number(b === primary) - Number(a === primary))

  return (
    <div className={styles.actions}>
      {ordered.map((action) => {
        const to = targets[action]?.(id)
        const type = action === primary ? 'primary' : deeds[action] === remove ? 'text' : 'default'
        const look = { type, children: t(`action.${action}`), block: true } as const
        const name = t('action.of', {
          action: t(`action.${action}`),
          title: entry.title || t('untitled'),
        })
        return to ? (
          <LinkButton key={action} to={to} {...look} aria-label={name} />
        ) : (
          <Button
            key={action}
            {...look}
            aria-label={name}
            loading={isBusy(action)}
            onClick={deeds[action]}
          />
        )
      })}
    </div>
  )
}
