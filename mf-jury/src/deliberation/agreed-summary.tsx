import { useApiMutation } from '@awards/shared/client'
import { type Deliberation, deliberation } from '@awards/shared/contract'
import { Tag } from '@awards/shared/ui'
import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNote, useProblem } from '../common/error-note.tsx'
import { ReasonDialog } from '../common/reason-dialog.tsx'
import styles from './deliberation.module.css'

type ThreadProps = { thread: Deliberation }

/** Saves the summary of a thread; resolves to whether the server took it. */
function useSummarise({ apply_order_id }: Deliberation) {
  const { t } = useTranslation('juryroom')
  const { message } = App.useApp()
  const [save, { isLoading, error }] = useApiMutation(deliberation.summarise)
  const send = async (given: {
    text: string
    version: number
    is_released: boolean
    reason?: string
  }) => {
    const result = await save({ apply_order_id, ...given })
    if ('error' in result) return false
    void message.success(t('saved'))
    return true
  }
  return { send, isLoading, error }
}

function SummaryForm({ thread }: ThreadProps) {
  const { t } = useTranslation('juryroom')
  // The version that the text on screen began with: a change by another chair is refused, not overwritten.
  const [draft, setDraft] = useState<{ text: string; version: number }>()
  const { send, isLoading, error } = useSummarise(thread)
  const problem = useProblem(error)
  const { text, version } = draft ?? thread.summary ?? { text: '', version: 0 }
  const press = async (is_released: boolean) => {
    if (isLoading) return
    if (await send({ text, version, is_released })) setDraft(undefined)
  }
  return (
    <div className={styles.form}>
      <p className={styles.note}>{t('summaryHint')}</p>
      {thread.summary?.is_masked && <p className={styles.note}>{t('masked')}</p>}
      <Input.TextArea
        aria-label={t('summary')}
        value={text}
        maxLength={2000}
        rows={3}
        readOnly={isLoading}
        onChange={(event) => setDraft({ text: event.target.value, version })}
      />
      <ErrorNote text={problem} />
      <div className={styles.row}>
        <Button aria-disabled={isLoading} onClick={() => void press(false)}>
          {t('saveDraft')}
        </Button>
        <Button type="primary" aria-disabled={isLoading} onClick={() => void press(true)}>
          {t('release')}
        </Button>
      </div>
    </div>
  )
}

/** Reopens a released summary, with a reason for the record. */
function Reopen({ thread }: ThreadProps) {
  const { t } = useTranslation('juryroom')
  const [isOpen, setOpen] = useState(false)
  const { send, isLoading, error } = useSummarise(thread)
  const { text = '', version = 0 } = thread.summary ?? {}
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{t('reopen')}</Button>
      {isOpen && (
        <ReasonDialog
          title={t('reopenTitle')}
          text={t('reopenText')}
          confirm={t('reopen')}
          isLoading={isLoading}
          error={error}
          onClose={() => setOpen(false)}
          onSend={async (reason) => {
            if (await send({ text, version, is_released: false, reason })) setOpen(false)
          }}
        />
      )}
    </div>
  )
}

/** What was agreed: the chair writes and releases it, jurors read along. */
export function AgreedSummary({ thread, isChair }: ThreadProps & { isChair: boolean }) {
  const { t } = useTranslation('juryroom')
  const { summary } = thread
  if (!summary) return null
  const isWriter = isChair && thread.can_write
  return (
    <section className={`${styles.part} ${styles.beside}`}>
      <div className={styles.row}>
        <h3>{t('summary')}</h3>
        {summary.text && (
          <Tag tone={summary.is_released ? 'success' : 'warning'}>
            {t(summary.is_released ? 'released' : 'draft')}
          </Tag>
        )}
      </div>
      {isWriter && !summary.is_released ? (
        <SummaryForm thread={thread} />
      ) : (
        <p className={summary.text ? styles.text : styles.note}>
          {summary.text || t('summaryNone')}
        </p>
      )}
      {isWriter && summary.is_released && <Reopen thread={thread} />}
    </section>
  )
}
