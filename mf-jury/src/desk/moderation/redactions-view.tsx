import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { useTranslation } from 'react-i18next'
import { useFilters } from '../../common/use-filters.ts'
import { WrongFilters } from '@awards/shared/list/filters'
import { DeskBar, DeskSelect } from '../desk-bar.tsx'
import { EntryLink, PagedRows } from '../desk-rows.tsx'
import rowStyles from '../rows.module.css'
import { NARROW, QueryState, ResponsiveImage, Tag, useMedia } from '@awards/shared/ui'
import { App, Button, Checkbox, Drawer, Input } from 'antd'
import { entries, juryDesk, type Output } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { useUnsavedWork } from '@awards/shared/session'
import { useState, useId, useRef } from 'react'
import { useProblem, ErrorNote } from '../../common/error-note.tsx'
import editorStyles from './redaction-editor.module.css'
import { blindText } from '@awards/shared/domain'

type SheetPicturesProps = {
  id: string
  hidden: readonly string[]
  /** Pictures that a juror has named. */
  reported: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** The pictures of the sheet; those that show a name are left out of what jurors see. */
function SheetPictures({ id, hidden, reported, onChange }: SheetPicturesProps) {
  const { t } = useTranslation('jurydesk')
  const { data } = useApiQuery(entries.info, { apply_order_id: id })
  const files = data?.files ?? []
  const unseen = hidden.filter((one) => !files.some(({ file_id }) => file_id === one))
  const toggle = (one: string, isHidden: boolean) =>
    onChange(isHidden ? [...hidden, one] : hidden.filter((other) => other !== one))
  if (files.length === 0 && unseen.length === 0) return null
  return (
    <section aria-labelledby="sheet-pictures">
      <h3 id="sheet-pictures" className={editorStyles.pictureHeading}>
        {t('redact.pictures')}
      </h3>
      <ul className={editorStyles.pictures} role="list">
        {files.map(({ file_id, picture }, index) => (
          <li key={file_id} className={hidden.includes(file_id) ? editorStyles.hidden : ''}>
            {picture && <ResponsiveImage picture={picture} sizes="200px" ratio="3 / 2" alt="" />}
            <Checkbox
              checked={hidden.includes(file_id)}
              onChange={(event) => toggle(file_id, event.target.checked)}
            >
              {t('redact.leaveOut', { number: index + 1 })}
            </Checkbox>
            {reported.includes(file_id) && <Tag tone="warning">{t('redact.named')}</Tag>}
          </li>
        ))}
        {unseen.map((file_id) => (
          <li key={file_id}>
            <Checkbox checked onChange={() => toggle(file_id, false)}>
              {t('redact.leftOut')}
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  )
}

type RedactedTextsProps = {
  texts: readonly { field: string; label?: string | undefined; text: string }[]
  phrases: readonly string[]
  onChoose: (phrase: string) => void
}

/** The texts as jurors will read them. Words that are selected can be blacked out with one press. */
function RedactedTexts({ texts, phrases, onChoose }: RedactedTextsProps) {
  const { t } = useTranslation('jurydesk')
  const area = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState('')

  const read = () => {
    const selection = document.getSelection()
    const isHere = selection?.anchorNode && area.current?.contains(selection.anchorNode)
    setSelected(isHere ? selection.toString().trim().slice(0, 200) : '')
  }
  const take = () => {
    onChoose(selected)
    setSelected('')
    document.getSelection()?.removeAllRanges()
  }
  const words = { phrases, names: [], marks: [] }
  return (
    <section aria-labelledby="sheet-texts">
      <header className={editorStyles.head}>
        <h3 id="sheet-texts" className={editorStyles.textHeading}>
          {t('redact.texts')}
        </h3>
        {selected.length >= 2 && !selected.includes('█') && (
          <Button size="small" type="primary" onClick={take}>
            {t('redact.blackOut', {
              words: selected.length > 40 ? `${selected.slice(0, 40)}…` : selected,
            })}
          </Button>
        )}
      </header>
      <div ref={area} className={editorStyles.texts} onPointerUp={read} onKeyUp={read}>
        {texts.map(({ field, label, text }) => (
          <div key={field}>
            <h4 className={editorStyles.field}>{label ?? t(`jury:field.${field}`)}</h4>
            <p className={editorStyles.text}>{blindText(text, '', words)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

type SheetTexts = RedactedTextsProps['texts']

/** Whether a phrase stands in one of the texts; a misspelt one blacks out nothing. */
function standsIn(texts: SheetTexts, phrase: string): boolean {
  const blackedOut = (text: string, phrases: readonly string[]) =>
    blindText(text, '', { phrases, names: [], marks: [] })
  return texts.some(({ text }) => blackedOut(text, [phrase]) !== blackedOut(text, []))
}

type PhraseListProps = {
  phrases: readonly string[]
  texts: SheetTexts
  onAdd: (phrase: string) => void
  onRemove: (phrase: string) => void
}

/** The words that are blacked out; typed here, or chosen in the text below. */
function PhraseList({ phrases, texts, onAdd, onRemove }: PhraseListProps) {
  const { t } = useTranslation('jurydesk')
  const id = useId()
  const [typed, setTyped] = useState('')
  const add = () => {
    onAdd(typed)
    setTyped('')
  }
  return (
    <section aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`} className={editorStyles.heading}>
        {t('redact.phrases')}
      </h3>
      <ul className={editorStyles.phrases} role="list">
        {phrases.map((phrase) => (
          <li key={phrase}>
            <span>{phrase}</span>
            {!standsIn(texts, phrase) && <small>{t('redact.notFound')}</small>}
            <button
              type="button"
              aria-label={t('redact.restore', { phrase })}
              onClick={() => onRemove(phrase)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <div className={editorStyles.add}>
        <label htmlFor={id}>{t('redact.word')}</label>
        <Input
          id={id}
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={add}
        />
        <Button
          disabled={typed.trim().length < 2}
          title={typed.trim().length < 2 ? t('redact.twoLetters') : ''}
          onClick={add}
        >
          {t('redact.add')}
        </Button>
      </div>
    </section>
  )
}

type RedactionEditorProps = {
  id: string
  sheet: Output<typeof juryDesk.redaction>
  onSaved: () => void
}

/** What the organiser adds to a list and takes out of it; both outlast a new state of the list on the server. */
type Edit = { added: readonly string[]; removed: readonly string[] }

/** A list as the server has it, with the organiser's own edit of it. */
function useEdited(saved: readonly string[]) {
  const [{ added, removed }, setEdit] = useState<Edit>({ added: [], removed: [] })
  const own = added.filter((one) => !saved.includes(one))
  const kept = saved.filter((one) => !removed.includes(one))
  const change = (list: readonly string[]) =>
    setEdit({
      added: list.filter((one) => !saved.includes(one)),
      removed: saved.filter((one) => !list.includes(one)),
    })
  return {
    list: [...kept, ...own],
    isChanged: own.length > 0 || kept.length < saved.length,
    change,
  }
}

/** Words to black out and pictures to leave out; saving closes the reports that are on screen. */
function RedactionEditor({ id, sheet, onSaved }: RedactionEditorProps) {
  const { t } = useTranslation('jurydesk')
  const { message } = App.useApp()
  const { list: phrases, change: setPhrases, ...words } = useEdited(sheet.phrases)
  const { list: hidden, change: setHidden, ...pictures } = useEdited(sheet.hidden_file_ids)
  const [redact, { isLoading, error }] = useApiMutation(juryDesk.redact)
  const problem = useProblem(error)
  const open = sheet.reports.filter(({ closed_at }) => closed_at === null)
  const hasReports = open.length > 0
  const isChanged = words.isChanged || pictures.isChanged
  const isIdle = !isChanged && !hasReports
  useUnsavedWork(isChanged)

  const add = (phrase: string) => {
    const given = phrase.replaceAll(/\s+/g, ' ').trim()
    if (given.length >= 2 && !phrases.includes(given)) setPhrases([...phrases, given])
  }
  const save = async () => {
    const result = await redact({
      apply_order_id: id,
      phrases,
      hidden_file_ids: hidden,
      // A report that comes meanwhile stays open: nobody has read it.
      report_ids: open.map(({ report_id }) => report_id),
      version: sheet.version,
    })
    if ('error' in result) return
    void message.success(t(hasReports ? 'redact.saved' : 'redact.savedSheet'))
    onSaved()
  }
  return (
    <div className={editorStyles.editor}>
      {hasReports && (
        <ul className={editorStyles.reports} role="list" aria-label={t('redact.reports')}>
          {open.map(({ report_id, note }) => (
            <li key={report_id}>{note}</li>
          ))}
        </ul>
      )}
      <p className={editorStyles.lead}>{t('redact.lead')}</p>
      <PhraseList
        phrases={phrases}
        texts={sheet.texts}
        onAdd={add}
        onRemove={(phrase) => setPhrases(phrases.filter((one) => one !== phrase))}
      />
      <RedactedTexts texts={sheet.texts} phrases={phrases} onChoose={add} />
      <SheetPictures
        id={id}
        hidden={hidden}
        reported={open.flatMap(({ file_id }) => file_id ?? [])}
        onChange={setHidden}
      />
      <ErrorNote text={problem} />
      <div className={editorStyles.actions}>
        <Button
          type="primary"
          disabled={isIdle}
          title={isIdle ? t('redact.nothing') : ''}
          loading={isLoading}
          onClick={() => void save()}
        >
          {t(hasReports ? (isChanged ? 'redact.save' : 'redact.close') : 'redact.saveSheet')}
        </Button>
      </div>
    </div>
  )
}

type RedactionDrawerProps = { id: string; onClose: () => void }

/** The sheet of one entry as jurors read it, to take out of it what names its makers. */
function RedactionDrawer({ id, onClose }: RedactionDrawerProps) {
  const { t } = useTranslation('jurydesk')
  const isNarrow = useMedia(NARROW)
  const query = useApiQuery(juryDesk.redaction, { apply_order_id: id })
  return (
    <Drawer open size={isNarrow ? '100%' : 860} title={t('redact.title')} onClose={onClose}>
      <QueryState query={query}>
        {(sheet) => <RedactionEditor id={id} sheet={sheet} onSaved={onClose} />}
      </QueryState>
    </Drawer>
  )
}

type ReportLineProps = {
  row: Output<typeof juryDesk.identityReportList>['list'][number]
  onOpen: () => void
}

/** One juror's identity report; redacting the entry closes it. */
function ReportLine({ row, onOpen }: ReportLineProps) {
  const { t } = useTranslation('jurydesk')
  const format = useFormat()
  return (
    <li className={rowStyles.row}>
      <EntryLink entry={row} />
      <span className={rowStyles.cell}>{row.note}</span>
      <span className={rowStyles.cell}>
        <small>{t('sheets.told', { date: format.date(row.at, 'datetime') })}</small>
        {row.closed_at && (
          <Tag tone="success">
            {t('sheets.closedOn', { date: format.date(row.closed_at, 'short') })}
          </Tag>
        )}
      </span>
      <span className={rowStyles.actions}>
        <Button
          size="small"
          aria-label={t('sheets.redactOne', { title: row.title })}
          onClick={onOpen}
        >
          {t('sheets.redact')}
        </Button>
      </span>
    </li>
  )
}

const STATES = ['open', 'closed'] as const
const NAMES = ['edition_id', 'state', 'redact'] as const
const CHOICES = { state: STATES }

/** Identity reports of jurors: entries that name their makers, each with its redaction editor. */
export function RedactionsView() {
  const { t } = useTranslation('jurydesk')
  const { filters, wrong, current, change, clear } = useFilters(NAMES, CHOICES)
  const state = STATES.find((one) => one === filters.state) ?? 'open'
  const query = useApiQuery(juryDesk.identityReportList, { state, current })
  return (
    <>
      <DeskBar onChange={change}>
        <DeskSelect
          label={t('sheets.state')}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`sheets.states.${value}`) }))}
          onChange={(next) => change({ state: next })}
        />
      </DeskBar>
      <WrongFilters namespace="jury" names={wrong} onClear={clear} />
      <p className={rowStyles.lead}>{t('sheets.lead')}</p>
      <PagedRows
        query={query}
        label={t('sheets.label')}
        empty={{ title: t(`sheets.none.${state}`), text: t('sheets.noneText') }}
        row={(row) => (
          <ReportLine
            key={row.report_id}
            row={row}
            onOpen={() => change({ redact: row.apply_order_id, page: current })}
          />
        )}
        onPage={(page) => change({ page })}
      />
      {filters.redact && (
        <RedactionDrawer
          key={filters.redact}
          id={filters.redact}
          onClose={() => change({ redact: undefined, page: current })}
        />
      )}
    </>
  )
}
