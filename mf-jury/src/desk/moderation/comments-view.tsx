import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { COMMENT_STATES, type CommentRow, judgeAdded } from '@awards/shared/contract'
import { App, Button, Checkbox } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFilters } from '../../common/use-filters.ts'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import { WrongFilters } from '@awards/shared/list/filters'
import { DeskBar, DeskSelect, useDeskScope } from '../desk-bar.tsx'
import { EntryLink, PagedRows } from '../desk-rows.tsx'
import { ReasonDialog } from '../../common/reason-dialog.tsx'
import rowStyles from '../rows.module.css'
import { Tag, type Tone } from '@awards/shared/ui'
import styles from './comments-view.module.css'

type CommentLineProps = {
  row: CommentRow
  isChosen: boolean
  onChoose: () => void
  onRelease: () => void
  onWithhold: () => void
}
const TONES: Record<CommentRow['state'], Tone> = {
  pending: 'warning',
  released: 'success',
  withheld: 'danger',
}

/** The keys of the line that has the focus, by the element of the line. */
const keysOf = new WeakMap<Element, Record<string, () => void>>()
const LINE = '[data-comment]'
const lineWithFocus = () => document.activeElement?.closest(LINE)
const focusLine = (line: Element | null | undefined) => line?.querySelector('input')?.focus()

/** Goes to the comment before or after; without one, to the first. */
function goOn(step: 1 | -1) {
  const line = lineWithFocus()
  if (!line) return focusLine(document.querySelector(LINE))
  focusLine(step === 1 ? line.nextElementSibling : line.previousElementSibling)
}

const press = (key: string) => () => {
  const line = lineWithFocus()
  if (line) keysOf.get(line)?.[key]?.()
}

/** J and K go on and back wherever the focus is; R releases the comment with it, W keeps it back, X marks it. */
const KEYS = { j: () => goOn(1), k: () => goOn(-1), r: press('r'), w: press('w'), x: press('x') }

/** One comment and what can be done with it. */
function CommentLine({ row, isChosen, onChoose, onRelease, onWithhold }: CommentLineProps) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!line.current) return
    keysOf.set(line.current, {
      r: () => {
        if (row.state === 'released') return
        // A released comment leaves the list: the next one takes its place under the hand.
        goOn(1)
        onRelease()
      },
      w: () => row.state !== 'withheld' && onWithhold(),
      x: onChoose,
    })
  })
  const about = { title: row.title, name: row.juror }
  return (
    <li ref={line} className={styles.line} data-comment>
      <Checkbox checked={isChosen} aria-label={t('comments.mark', about)} onChange={onChoose} />
      <div className={styles.body}>
        <EntryLink entry={row} />
        <blockquote className={styles.comment}>{row.comment}</blockquote>
        <p className={styles.facts}>
          {row.juror} · {t(`jury:assign.level${row.level}`, { defaultValue: '' })}
          {row.reason && ` · ${t('comments.because', { reason: row.reason })}`}
        </p>
      </div>
      <span className={rowStyles.actions}>
        <Tag tone={TONES[row.state]}>{t(`comments.states.${row.state}`)}</Tag>
        {row.state !== 'released' && (
          <Button size="small" aria-label={t('comments.releaseOne', about)} onClick={onRelease}>
            {t('comments.releaseThis')}
          </Button>
        )}
        {row.state !== 'withheld' && (
          <Button
            size="small"
            type="text"
            aria-label={t('comments.withholdOne', about)}
            onClick={onWithhold}
          >
            {t('comments.keep')}
          </Button>
        )}
      </span>
    </li>
  )
}

/** The same text: a juror who submits again makes a version that nobody has read or marked. */
const isSame = (one: CommentRow, other: CommentRow) =>
  one.score_id === other.score_id && one.version === other.version

const versionsOf = (read: readonly CommentRow[]) =>
  Object.fromEntries(
    read.flatMap(({ score_id, version }) => (version === undefined ? [] : [[score_id, version]])),
  )

const NAMES = ['edition_id', 'category_id', 'state'] as const
const CHOICES = { state: COMMENT_STATES }

/** Moderation of jurors' comments to entrants: release, or withhold with a reason. */
export function CommentsView() {
  const { t } = useTranslation('jurydesk')
  const { message } = App.useApp()
  const { filters, wrong, current, change, clear } = useFilters(NAMES, CHOICES)
  const { editionId: edition_id } = useDeskScope()
  const state = COMMENT_STATES.find((one) => one === filters.state) ?? 'pending'
  const query = useApiQuery(
    judgeAdded.commentList,
    { edition_id, category_id: filters.category_id, state, current },
    { skip: !edition_id },
  )
  const [chosen, setChosen] = useState<readonly CommentRow[]>([])
  const [withheld, setWithheld] = useState<readonly CommentRow[]>()
  const [moderate, { isLoading, error, reset }] = useApiMutation(judgeAdded.moderateComments)
  const rows = query.data?.list ?? []
  const isChosen = (row: CommentRow) => chosen.some((one) => isSame(one, row))
  const marked = rows.filter(isChosen)

  const send = async (read: readonly CommentRow[], reason?: string) => {
    const isRelease = reason === undefined
    const result = await moderate({
      score_ids: read.map(({ score_id }) => score_id),
      versions: versionsOf(read),
      state: isRelease ? 'released' : 'withheld',
      ...(!isRelease && { reason }),
    })
    if ('error' in result) return
    const count = result.data?.updated.length ?? 0
    const left = read.length - count
    if (count > 0) {
      void message.success(t(isRelease ? 'comments.released' : 'comments.withheld', { count }))
    }
    if (left > 0) void message.warning(t('comments.left', { count: left }))
    setChosen([])
    setWithheld(undefined)
  }
  useShortcuts(KEYS)
  const toggle = (row: CommentRow) =>
    setChosen(isChosen(row) ? chosen.filter((one) => !isSame(one, row)) : [...chosen, row])

  return (
    <>
      <DeskBar category="optional" onChange={change}>
        <DeskSelect
          label={t('comments.state')}
          value={state}
          options={COMMENT_STATES.map((value) => ({
            value,
            label: t(`comments.states.${value}`),
          }))}
          onChange={(next) => change({ state: next })}
        />
      </DeskBar>
      <WrongFilters namespace="jury" names={wrong} onClear={clear} />
      <p className={rowStyles.lead}>{t('comments.lead')}</p>
      {rows.length > 0 && (
        <div className={styles.bulk} role="toolbar" aria-label={t('comments.bulk')}>
          <Checkbox
            checked={marked.length === rows.length}
            indeterminate={marked.length > 0 && marked.length < rows.length}
            onChange={(event) => setChosen(event.target.checked ? rows : [])}
          >
            {t('comments.all')}
          </Checkbox>
          <Button
            size="small"
            type="primary"
            disabled={marked.length === 0}
            title={marked.length === 0 ? t('comments.choose') : ''}
            loading={isLoading}
            onClick={() => void send(marked)}
          >
            {t('comments.release', { count: marked.length })}
          </Button>
          <Button
            size="small"
            disabled={marked.length === 0}
            title={marked.length === 0 ? t('comments.choose') : ''}
            onClick={() => setWithheld(marked)}
          >
            {t('comments.withhold', { count: marked.length })}
          </Button>
          <span className={styles.keys}>{t('comments.keys')}</span>
        </div>
      )}
      <PagedRows
        query={query}
        label={t('comments.label')}
        empty={{ title: t(`comments.none.${state}`), text: t('comments.noneText') }}
        row={(row) => (
          <CommentLine
            key={row.score_id}
            row={row}
            isChosen={isChosen(row)}
            onChoose={() => toggle(row)}
            onRelease={() => void send([row])}
            onWithhold={() => setWithheld([row])}
          />
        )}
        onPage={(page) => change({ page })}
      />
      {withheld && (
        <ReasonDialog
          title={t('comments.withholdTitle', { count: withheld.length })}
          text={t('comments.withholdText')}
          confirm={t('comments.keep')}
          isLoading={isLoading}
          error={error}
          onClose={() => {
            reset()
            setWithheld(undefined)
          }}
          onSend={(reason) => void send(withheld, reason)}
        />
      )}
    </>
  )
}
