import {
  failureSentence,
  openFile,
  useApiMutation,
  useApiQuery,
  useLazyApiQuery,
} from '@awards/shared/client'
import {
  programmeDesk,
  type ProgrammeDocumentKind,
  type ProgrammeDocumentRow,
  type ProgrammeVersion,
} from '@awards/shared/contract'
import { documentPath } from '@awards/shared/domain'
import { formatDate, useFormat, useLanguage } from '@awards/shared/i18n'
import { LinkButton, QueryState, Tag } from '@awards/shared/ui'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { DocumentEditor } from './document-editor.tsx'
import { PlanDrawer } from './plan-drawer.tsx'
import { useFieldName } from './fields.tsx'
import styles from './programme.module.css'
import { ScheduleNotice } from './schedule.tsx'

/** Kinds of which another can be begun. */
const KINDS = ['season', 'article', 'policy', 'regulations'] as const
/** Parts of the view: the kinds of document that stand in each. */
const PARTS = {
  season: ['season', 'packages'],
  form: ['categories', 'questions', 'sections', 'criteria', 'awards'],
  article: ['article'],
  site: ['banners', 'blocks', 'faq', 'press', 'about', 'contact'],
  rules: ['regulations', 'policy'],
  juror: ['juror'],
} as const satisfies Record<string, readonly ProgrammeDocumentKind[]>
const VIEW = '?view=programme'

/** The documents of the programme: what is live, what is drafted, and one plan that makes the drafts live. */
export function ProgrammeView() {
  const { t } = useTranslation('organiser')
  const [search] = useSearchParams()
  const documents = useApiQuery(programmeDesk.documents)
  const [isReviewing, setReviewing] = useState(false)
  const file = search.get('file') ?? ''
  const opened = search.get('new')
  const isNew = KINDS.find((kind) => kind === opened)
  return (
    <QueryState query={documents}>
      {({ list, currency }) => {
        const row = list.find((one) => one.file === file)
        const kind = isNew ?? row?.kind
        if (kind) {
          return (
            <DocumentEditor
              key={search.toString()}
              {...{ file, kind, currency }}
              isNew={isNew !== undefined}
              back={VIEW}
            />
          )
        }
        const drafts = list.filter(({ state }) => state !== 'live').length
        const latest = list.filter((one) => one.kind === 'season').at(-1)
        return (
          <>
            <ScheduleNotice />
            {drafts > 0 && (
              <div className={styles.pending} role="status">
                <span>{t('programme.pending', { count: drafts })}</span>
                <Button type="primary" onClick={() => setReviewing(true)}>
                  {t('programme.review')}
                </Button>
              </div>
            )}
            <Documents
              kind="season"
              list={list}
              add={latest && `${VIEW}&new=season&file=${encodeURIComponent(latest.file)}`}
            />
            <Documents kind="form" list={list} add={undefined} />
            <Documents kind="article" list={list} add={`${VIEW}&new=article`} />
            <Documents kind="site" list={list} add={undefined} />
            <Documents kind="rules" list={list} add={undefined} />
            <Documents kind="juror" list={list} add={undefined} />
            <Versions onUndone={() => setReviewing(true)} />
            {isReviewing && <PlanDrawer currency={currency} onClose={() => setReviewing(false)} />}
          </>
        )
      }}
    </QueryState>
  )
}

/** Documents of which there is one each, so that they are named by what they are. */
const isSingle = (kind: ProgrammeDocumentKind) =>
  ['packages', ...PARTS.form, ...PARTS.site].some((one) => one === kind)

type DocumentsProps = {
  kind: keyof typeof PARTS
  list: readonly ProgrammeDocumentRow[]
  add: string | undefined
}

/** The moment at which a clock in UTC shows what the programme's clock shows in the file. */
const wallClock = (text: string) => `${text.slice(0, 10)}T${text.slice(11, 16) || '09:00'}:00Z`

const TONES = { changed: 'info', added: 'success', removed: 'warning' } as const

function Documents({ kind, list, add }: DocumentsProps) {
  const { t } = useTranslation('organiser')
  const language = useLanguage()
  const kinds: readonly ProgrammeDocumentKind[] = PARTS[kind]
  const nameOf = (of: ProgrammeDocumentKind, name: string) => {
    if (isSingle(of)) return t(`programme.edit.${of}`)
    return of === 'regulations' ? t('programme.regulationsOf', { version: name }) : name
  }
  const own = list
    .filter((one) => kinds.includes(one.kind))
    .toSorted(
      (one, other) =>
        kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || other.at.localeCompare(one.at),
    )
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2>{t(`programme.list.${kind}`)}</h2>
        {add && (kind === 'season' || kind === 'article') && (
          <LinkButton to={add} size="small">
            {t(`programme.new.${kind}`)}
          </LinkButton>
        )}
      </div>
      <ul role="list" className={styles.documents}>
        {own.map(({ file, kind: of, name, state, at, missing, changed_by }) => (
          <li key={file}>
            <Link to={`${VIEW}&file=${encodeURIComponent(file)}`}>
              {nameOf(of, name[language] ?? name.en)}
            </Link>
            <span className={styles.hint}>
              {isSingle(of) && t(`programme.what.${of}`)}
              {at &&
                t(`programme.at.${of}`, {
                  date: formatDate(wallClock(at), language, 'UTC', 'short'),
                })}
              {(['fr', 'zh'] as const).map(
                (one) =>
                  missing[one] > 0 && (
                    <em key={one} className={styles.missing}>
                      {t(`programme.untranslated.${one}`, { count: missing[one] })}
                    </em>
                  ),
              )}
            </span>
            {state !== 'live' && (
              <span className={styles.state}>
                <Tag tone={TONES[state]}>{t(`programme.state.${state}`)}</Tag>
                {changed_by && <small>{t('programme.by', { name: changed_by })}</small>}
                <PreviewButton path={documentPath(of, file)} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Opens a page of the site in a new tab, with all drafts in it. */
function PreviewButton({ path }: { path: string }) {
  const { t } = useTranslation('organiser')
  const { message } = App.useApp()
  const [ask, { isFetching }] = useLazyApiQuery(programmeDesk.preview)
  const open = async () => {
    const { data, error } = await ask({ path })
    if (data) openFile(data.url)
    else void message.error(failureSentence(error))
  }
  return (
    <Button size="small" loading={isFetching} onClick={() => void open()}>
      {t('programme.previewOnSite')}
    </Button>
  )
}

/** What was made live, newest first; each can be drafted back. */
function Versions({ onUndone }: { onUndone: () => void }) {
  const { t } = useTranslation('organiser')
  const { data } = useApiQuery(programmeDesk.versions)
  if (!data || data.list.length === 0) return null
  return (
    <section className={styles.part}>
      <h2>{t('programme.history')}</h2>
      <ul role="list" className={styles.documents}>
        {data.list.map((version) => (
          <VersionLine key={version.id} version={version} onUndone={onUndone} />
        ))}
      </ul>
    </section>
  )
}

function VersionLine({ version, onUndone }: { version: ProgrammeVersion; onUndone: () => void }) {
  const { t } = useTranslation('organiser')
  const format = useFormat()
  const { message } = App.useApp()
  const nameOf = useFieldName()
  const [undo, { isLoading }] = useApiMutation(programmeDesk.undo)
  const records = [...new Set(version.changes.map(({ record }) => record.split(' ')[0]))]
  const send = async () => {
    const result = await undo({ id: version.id })
    if (result.error) return
    const { changed, conflicts } = result.data
    if (conflicts.length > 0) {
      const fields = conflicts.map(({ path }) => nameOf(path)).join('; ')
      void message.warning(t('programme.undoClash', { fields }))
    }
    if (changed) onUndone()
    else void message.info(t('programme.undoneAlready'))
  }
  return (
    <li>
      <span>
        {t('programme.version', {
          date: format.date(version.applied_at, 'datetime'),
          name: version.applied_by,
        })}
      </span>
      <span className={styles.hint}>
        {t('programme.versionOf', { count: version.changes.length, records: records.join(', ') })}
      </span>
      <Button
        size="small"
        loading={isLoading}
        aria-label={t('programme.undoOf', { date: format.date(version.applied_at, 'datetime') })}
        onClick={() => void send()}
      >
        {t('programme.undo')}
      </Button>
    </li>
  )
}
