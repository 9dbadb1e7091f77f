import { holdsFocus } from '@awards/shared/browser/focus'
import { useApiMutation, useApiQuery } from '@awards/shared/client'
import {
  deliberation,
  type DeliberatedVote,
  type DeliberationComment,
} from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { useCurrentUser } from '@awards/shared/session'
import { SectionHeading, Tag } from '@awards/shared/ui'
import { Button, Input } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ErrorNote, useProblem } from '../common/error-note.tsx'
import { ReasonDialog } from '../common/reason-dialog.tsx'
import { AgreedSummary } from './agreed-summary.tsx'
import styles from './deliberation.module.css'
import { POLL_MS } from './now-discussing.tsx'

/** Name or letter of a juror, as the reader may know it. */
function useWho() {
  const { t } = useTranslation('juryroom')
  return (row: { level?: number; juror: string | null; is_named: boolean; is_own: boolean }) => {
    if (row.juror === null) return t(row.level === 1 ? 'chair' : 'voter', { letter: '?' })
    const name = row.is_named ? row.juror : t('voter', { letter: row.juror })
    return row.is_own ? `${name} (${t('you')})` : name
  }
}

function Votes({ votes }: { votes: readonly DeliberatedVote[] }) {
  const { t } = useTranslation('juryroom')
  const format = useFormat()
  const who = useWho()
  const figure = (value: number) => format.number(value, { maximumFractionDigits: 2 })
  if (votes.length === 0) return null
  return (
    <section className={`${styles.part} ${styles.beside}`}>
      <h3>{t('votes')}</h3>
      <ul className={styles.list} role="list">
        {votes.map((vote) => (
          <li key={`${vote.level} ${vote.juror}`} className={styles.row}>
            <span>{who({ ...vote, level: 2 })}</span>
            <b>{vote.total === null ? t('withdrawn') : figure(vote.total)}</b>
            {vote.before !== null && vote.before !== vote.total && (
              <span className={styles.note}>{t('before', { score: figure(vote.before) })}</span>
            )}
            {(vote.change === 'rescored' || vote.change === 'new') && (
              <Tag tone="warning">{t(`change.${vote.change}`)}</Tag>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type CommentProps = { row: DeliberationComment; isChair: boolean; id: string; canWrite: boolean }

/** One comment, with what its author or the chair may do about it. */
function Comment({ row, isChair, id, canWrite }: CommentProps) {
  const { t } = useTranslation('juryroom')
  const format = useFormat()
  const who = useWho()
  const [open, setOpen] = useState<'edit' | 'hide'>()
  const [remove, removing] = useApiMutation(deliberation.removeComment)
  const problem = useProblem(removing.error)
  const input = { apply_order_id: id, comment_id: row.id }
  const item = useRef<HTMLLIElement>(null)
  const edit = () => {
    flushSync(() => setOpen('edit'))
    const field = item.current?.querySelector('textarea')
    field?.setSelectionRange(field.value.length, field.value.length)
    field?.focus()
  }
  const closeForm = () => {
    const isHere = holdsFocus(item.current)
    flushSync(() => setOpen(undefined))
    if (isHere) item.current?.querySelector('button')?.focus()
  }
  const takeBack = async () => {
    const result = await remove(input)
    // The buttons go with the comment; its row stays and keeps the keyboard's place in the page.
    if (!('error' in result) && holdsFocus(item.current)) item.current?.focus()
  }
  if (open === 'edit') {
    return (
      <li className={styles.item} ref={item}>
        <CommentForm id={id} edited={row} onDone={closeForm} />
      </li>
    )
  }
  return (
    <li className={styles.item} ref={item} tabIndex={-1}>
      <p className={styles.note}>
        <b>{who(row)}</b> · {format.date(row.at, 'datetime')}
        {row.edited_at && ` · ${t('edited')}`}
      </p>
      {row.text !== null && <p className={styles.text}>{row.text}</p>}
      {row.is_erased ? (
        <p className={styles.note}>{t('erased')}</p>
      ) : (
        row.is_removed && <p className={styles.note}>{t('removed')}</p>
      )}
      {row.is_hidden && (
        <p className={styles.note}>
          {t('hiddenComment')}
          {row.hidden_reason && ` · ${row.hidden_reason}`}
        </p>
      )}
      {row.is_excluded && <p className={styles.note}>{t('excluded')}</p>}
      <div className={styles.row}>
        {row.editable_until && (
          <>
            <Button size="small" type="text" onClick={edit}>
              {t('edit')}
            </Button>
            <Button
              size="small"
              type="text"
              loading={removing.isLoading}
              onClick={() => void takeBack()}
            >
              {t('takeBack')}
            </Button>
          </>
        )}
        {isChair && canWrite && !row.is_own && row.text !== null && !row.is_hidden && (
          <Button size="small" type="text" onClick={() => setOpen('hide')}>
            {t('hide')}
          </Button>
        )}
      </div>
      <ErrorNote text={open ? undefined : problem} />
      {open === 'hide' && (
        <ReasonDialog
          title={t('hideTitle')}
          text={t('hideText')}
          confirm={t('hide')}
          isLoading={removing.isLoading}
          error={removing.error}
          onClose={() => setOpen(undefined)}
          onSend={async (reason) => {
            const result = await remove({ ...input, reason })
            if (!('error' in result)) setOpen(undefined)
          }}
        />
      )}
    </li>
  )
}

type FormProps = { id: string; edited?: DeliberationComment; onDone?: () => void }

function CommentForm({ id, edited, onDone }: FormProps) {
  const { t } = useTranslation('juryroom')
  const [text, setText] = useState(edited?.text ?? '')
  const [send, { isLoading, error }] = useApiMutation(deliberation.comment)
  const problem = useProblem(error)
  const form = useRef<HTMLDivElement>(null)
  const submit = async () => {
    const more = edited ? { comment_id: edited.id } : {}
    const result = await send({ apply_order_id: id, text, ...more })
    if ('error' in result) return
    // The button of an empty comment is disabled, and would leave the keyboard's focus nowhere.
    if (holdsFocus(form.current)) form.current?.querySelector('textarea')?.focus()
    setText('')
    onDone?.()
  }
  return (
    <div className={styles.form} ref={form}>
      <Input.TextArea
        aria-label={t('write')}
        placeholder={t('write')}
        value={text}
        maxLength={2000}
        rows={2}
        readOnly={isLoading}
        onChange={(event) => setText(event.target.value)}
      />
      <ErrorNote text={problem} />
      <div className={styles.row}>
        <Button loading={isLoading} disabled={!text.trim()} onClick={() => void submit()}>
          {t(edited ? 'save' : 'send')}
        </Button>
        {edited && (
          <Button type="text" onClick={onDone}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Puts an entry on the agenda, which opens its thread. */
function PutOnAgenda({ id, editionId }: { id: string; editionId: string }) {
  const { t } = useTranslation('juryroom')
  const { data } = useApiQuery(deliberation.agenda, { edition_id: editionId })
  const [change, { isLoading, error }] = useApiMutation(deliberation.changeAgenda)
  const problem = useProblem(error)
  const put = () => change({ apply_order_id: id, step: 'add', revision: data?.revision ?? 0 })
  return (
    <div className={styles.form}>
      <p className={styles.note}>{t('none')}</p>
      <ErrorNote text={problem} />
      {data && !data.is_frozen && (
        <div>
          <Button loading={isLoading} onClick={() => void put()}>
            {t('put')}
          </Button>
        </div>
      )}
    </div>
  )
}

type FrameProps = { children: ReactNode }

function Frame({ children }: FrameProps) {
  const { t } = useTranslation('juryroom')
  return (
    <section className={styles.panel} aria-labelledby="deliberation">
      <SectionHeading id="deliberation" size="small">
        {t('title')}
      </SectionHeading>
      {children}
    </section>
  )
}

/**
 * Stands on every sheet before the own score, whether the entry is discussed or not: that the jury disagrees would
 * sway the score. Nothing is asked of the server.
 */
export function DiscussionLater() {
  const { t } = useTranslation('juryroom')
  return (
    <Frame>
      <p className={styles.note}>{t('later')}</p>
    </Frame>
  )
}

type PanelProps = { id: string; editionId: string }

/** The discussion of an entry, live: votes before and now, comments, and what was agreed. */
export function DeliberationPanel({ id, editionId }: PanelProps) {
  const { t } = useTranslation('juryroom')
  const format = useFormat()
  const isChair = useCurrentUser()?.identity === 1
  const { data: thread } = useApiQuery(
    deliberation.deliberation,
    { apply_order_id: id },
    { pollingInterval: POLL_MS },
  )
  if (!thread || (thread.hidden === 'none' && !isChair)) return null
  if (thread.hidden) {
    return (
      <Frame>
        {thread.hidden === 'none' && <PutOnAgenda id={id} editionId={editionId} />}
        {thread.hidden === 'phase' && <p className={styles.note}>{t('hidden.phase')}</p>}
        {thread.hidden === 'own_score' && <p className={styles.note}>{t('later')}</p>}
      </Frame>
    )
  }
  const { begun_at, state, comments } = thread
  return (
    <Frame>
      <div className={styles.row}>
        {state && (
          <Tag tone={state === 'now' ? 'success' : 'warning'}>{t(`agenda.state.${state}`)}</Tag>
        )}
        {begun_at && (
          <span className={styles.note}>
            {t('begun', { date: format.date(begun_at, 'datetime') })}
          </span>
        )}
      </div>
      {thread.is_frozen && <p className={styles.note}>{t('frozen')}</p>}
      <Votes votes={thread.votes} />
      <section className={`${styles.part} ${styles.talk}`}>
        <h3>{t('comments')}</h3>
        {comments.length === 0 && <p className={styles.note}>{t('empty')}</p>}
        <ol className={styles.list} role="list" aria-live="polite">
          {comments.map((row) => (
            <Comment key={row.id} row={row} isChair={isChair} id={id} canWrite={thread.can_write} />
          ))}
        </ol>
        {thread.can_write && <CommentForm id={id} />}
      </section>
      <AgreedSummary thread={thread} isChair={isChair} />
    </Frame>
  )
}
