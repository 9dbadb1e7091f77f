import { errorReason, useApiMutation } from '@awards/shared/client'
import { type Deliberation, deliberation } from '@awards/shared/contract'
import { useUnsavedWork } from '@awards/shared/session'
import { Tag } from '@awards/shared/ui'
import { App, Button, Input } from 'antd'
import { useRef, useState, type ComponentRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNote, useProblem } from '../common/error-note.tsx'
import { ReasonDialog } from '../common/reason-dialog.tsx'
import styles from './deliberation.module.css'

type ThreadProps = { thread: Deliberation }

/** Saves the summary of a thread; resolves to why the server did not take it, undefined where it did. */
function useSummarise({ apply_order_id }: Deliberation) {
  const { t } = useTranslation('juryroom')
  const { message } = App.useApp()
  const [save, { isLoading, error, reset }] = useApiMutation(deliberation.summarise)
  const send = async (given: {
    text: string
    version: number
    is_released: boolean
    reason?: string
  }) => {
    const result = await save({ apply_order_id, ...given })
    if ('error' in result) return errorReason(result.error) ?? 'FAILED'
    void message.success(t('saved'))
    return undefined
  }
  return { send, isLoading, error, reset }
}

type Draft = {
  text: string
  /** The one that the text on screen began with: a change by another chair is refused, not overwritten. */
  version: number
  /** The server has refused the version; the other chair's text is on its way. */
  isOvertaken?: boolean
  /** The other chair's text. */
  theirs?: string
}

/**
 * The text that a chair writes. Refused since another chair came first, it stays in the field; the other text is shown
 * with it, and its version taken, so that the next save replaces what the chair has read. A newer one is refused again.
 */
function SummaryForm({ thread }: ThreadProps) {
  const { t } = useTranslation('juryroom')
  const saved = thread.summary ?? { text: '', version: 0, is_masked: false, is_released: false }
  const [draft, setDraft] = useState<Draft>()
  const { send, isLoading, error, reset } = useSummarise(thread)
  const problem = useProblem(error)
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null)
  useUnsavedWork(draft !== undefined && draft.text !== saved.text)
  // What is released is shown at once, and cannot be replaced before it is reopened: by a version with the text that was read.
  const isRead = draft?.isOvertaken || saved.is_released || draft?.theirs === saved.text
  if (draft && isRead && draft.version !== saved.version) {
    setDraft({ text: draft.text, version: saved.version, theirs: saved.text })
  }
  const { text, version } = draft ?? saved
  const press = async (is_released: boolean) => {
    if (isLoading) return
    const refusal = await send({ text, version, is_released })
    if (refusal === undefined) setDraft(undefined)
    else if (refusal === 'VERSION' && draft) setDraft({ ...draft, isOvertaken: true })
  }
  const keepTheirs = () => {
    if (isLoading) return
    setDraft(undefined)
    reset()
    field.current?.focus()
  }
  if (saved.is_released && !draft) return <p className={styles.text}>{saved.text}</p>
  return (
    <div className={styles.form}>
      <p className={styles.note}>{t('summaryHint')}</p>
      {saved.is_masked && <p className={styles.note}>{t('masked')}</p>}
      <Input.TextArea
        ref={field}
        aria-label={t('summary')}
        value={text}
        maxLength={2000}
        rows={3}
        readOnly={isLoading}
        onChange={(event) => setDraft({ ...draft, text: event.target.value, version })}
      />
      {draft?.theirs === undefined ? (
        <ErrorNote text={problem} />
      ) : (
        <div role="status" className={styles.theirs}>
          <p>{t(saved.is_released ? 'theirsReleased' : 'theirs')}</p>
          <blockquote className={styles.text}>{draft.theirs || t('summaryNone')}</blockquote>
          <Button aria-disabled={isLoading} onClick={keepTheirs}>
            {t('keepTheirs')}
          </Button>
          {/* The refusal for the version is told by the words above. */}
          {errorReason(error) !== 'VERSION' && <ErrorNote text={problem} />}
        </div>
      )}
      {!saved.is_released && (
        <div className={styles.row}>
          <Button aria-disabled={isLoading} onClick={() => void press(false)}>
            {t('saveDraft')}
          </Button>
          <Button type="primary" aria-disabled={isLoading} onClick={() => void press(true)}>
            {t('release')}
          </Button>
        </div>
      )}
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
            const refusal = await send({ text, version, is_released: false, reason })
            if (refusal === undefined) setOpen(false)
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
      {isWriter ? (
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
