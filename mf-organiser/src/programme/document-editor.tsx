import {
  errorCode,
  errorReason,
  failureOf,
  fieldErrors,
  siteConfiguration,
  useApiMutation,
  useApiQuery,
} from '@awards/shared/client'
import {
  programmeDesk,
  type CategoriesDocument,
  type Input as InputOf,
  type ProgrammeConflict,
  type ProgrammeDocument,
  type ProgrammeDocumentKind,
  type QuestionsDocument,
  type SeasonDocument,
} from '@awards/shared/contract'
import { clockIn, dayIn, documentFile } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { useUnsavedWork } from '@awards/shared/session'
import { LinkButton, QueryState, TextLink } from '@awards/shared/ui'
import { App, Button, Form, Input, Select } from 'antd'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Refusal } from '../desk/refusal.tsx'
import { CategoriesForm } from './categories-form.tsx'
import { ContentForm } from './content-forms.tsx'
import { newArticle, nextSeason, nextVersion, placed, withoutEmpty } from './new-documents.ts'
import { useFieldName, DateField, PictureField, TextsField } from './fields.tsx'
import styles from './programme.module.css'
import { QuestionsForm } from './questions-form.tsx'
import { RefusedFields } from './records-field.tsx'
import { PackagesForm, SeasonForm } from './season-form.tsx'

/** A news item or a post: its picture, its hour, and its texts in three languages side by side. */
function ArticleForm({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('organiser')
  return (
    <>
      <div className={styles.row}>
        <Form.Item
          name={['slug']}
          label={t('programme.field.slug')}
          rules={[{ required: true, pattern: /^[a-z0-9-]+$/, message: t('programme.slugNeeded') }]}
        >
          <Input disabled={!isNew} maxLength={80} />
        </Form.Item>
        <Form.Item name={['type']} label={t('programme.field.type')}>
          <Select
            options={(['news', 'blog'] as const).map((value) => ({
              value,
              label: t(`programme.article.${value}`),
            }))}
          />
        </Form.Item>
        <DateField name={['published_at']} label={t('programme.field.published_at')} />
        <Form.Item name={['tags']} label={t('programme.field.tags')}>
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',']} />
        </Form.Item>
      </div>
      <TextsField name={['title']} label={t('programme.field.title')} />
      <TextsField name={['excerpt']} label={t('programme.field.excerpt')} rows={2} />
      <TextsField
        name={['text']}
        label={t('programme.field.text')}
        rows={10}
        hint={t('programme.markdown')}
      />
      <PictureField name={['cover']} label={t('programme.field.cover')} />
      <TextsField name={['alt']} label={t('programme.field.alt')} hint={t('programme.altHint')} />
    </>
  )
}

const ClosingChecklist = lazy(() =>
  import('./closing-checklist.tsx').then((module) => ({ default: module.ClosingChecklist })),
)

type EditorProps = {
  file: string
  kind: ProgrammeDocumentKind
  isNew: boolean
  currency: string
  back: string
}

/** A document as its draft has it; a new season or version begins as the one of `file`. */
export function DocumentEditor({ file, kind, isNew, currency, back }: EditorProps) {
  const query = useApiQuery(programmeDesk.document, { file }, { skip: !file })
  const common = { kind, isNew, currency, back }
  if (!file) {
    // An article that is written now is on the site once it is live, unless they choose another moment.
    const now = clockIn(new Date(), siteConfiguration().time_zone)
    return <DocumentForm {...common} file="" from={null} initial={newArticle(now)} conflicts={[]} />
  }
  return (
    <QueryState query={query}>
      {({ document, live, conflicts }) => {
        const shown = document ?? live
        if (!shown) return null
        const next = () =>
          kind === 'season' ? nextSeason(shown as unknown as SeasonDocument) : nextVersion(shown)
        const initial = isNew ? next() : shown
        return (
          <DocumentForm
            {...common}
            file={file}
            season={kind === 'season' && !isNew && live ? String(live['code']) : undefined}
            from={isNew ? null : document}
            initial={initial}
            conflicts={conflicts}
          />
        )
      }}
    </QueryState>
  )
}

/** Kinds of which the next is begun from a version. */
const isVersion = (kind: ProgrammeDocumentKind): kind is 'policy' | 'regulations' =>
  kind === 'policy' || kind === 'regulations'

/** Kinds with a form of their own. */
const OWN_FORMS: readonly ProgrammeDocumentKind[] = [
  'season',
  'packages',
  'article',
  'categories',
  'questions',
]

type Save = InputOf<typeof programmeDesk.save>
/** Codes of a save that was refused for its document, so that nothing of it was kept. */
const JUDGED: ReadonlySet<number | undefined> = new Set([409, 422])

type DocumentFormProps = EditorProps & {
  /** The code of a season that is live, which has a checklist of its closing. */
  season?: string | undefined
  /** The document that the edit begins with; null for a new one. */
  from: ProgrammeDocument | null
  initial: object
  conflicts: readonly ProgrammeConflict[]
}

function DocumentForm({
  file,
  kind,
  isNew,
  currency,
  back,
  season,
  from,
  initial,
  conflicts,
}: DocumentFormProps) {
  const { t } = useTranslation('organiser')
  const format = useFormat()
  const nameOf = useFieldName()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [form] = Form.useForm()
  // The document on screen is what a save is merged from, also when another fetch has brought a newer one.
  const [begun, setBegun] = useState(from)
  const unanswered = useRef<Save>(undefined)
  const [isTouched, setTouched] = useState(false)
  const [refused, setRefused] = useState<ReturnType<typeof fieldErrors>>([])
  const [save, { isLoading, error }] = useApiMutation(programmeDesk.save)
  useUnsavedWork(isTouched)

  const keep = async (request: Save) => {
    const result = await save(request)
    const isJudged = !result.error || JUDGED.has(errorCode(result.error))
    unanswered.current = isJudged ? undefined : request
    return result
  }
  /**
   * The document that a save is merged from. A save without an answer may have been kept: it is sent again, after which what
   * was typed since is an edit of it, not another document under its name. Undefined while there is still no answer.
   */
  const baseOf = async (
    target: string,
  ): Promise<{ base: ProgrammeDocument | null } | undefined> => {
    const lost = unanswered.current
    if (lost?.file !== target) return { base: begun }
    const again = await keep(lost)
    if (unanswered.current) return undefined
    if (again.error) return { base: begun }
    setBegun(lost.document)
    return { base: lost.document }
  }
  const send = async (keeps_ours: boolean) => {
    const written = withoutEmpty(form.getFieldsValue(true)) as ProgrammeDocument
    const document = placed(written)
    const target = isNew ? documentFile(kind, document) : file
    const found = await baseOf(target)
    if (!found) return
    const result = await keep({ file: target, from: found.base, document, keeps_ours })
    if (result.error) {
      const errors = fieldErrors(result.error)
      form.setFields(errors as Parameters<typeof form.setFields>[0])
      setRefused(errors)
      return
    }
    setTouched(false)
    void message.success(t(result.data.is_merged ? 'programme.savedMerged' : 'programme.saved'))
    void navigate(back)
  }
  const remove = async () => {
    const result = await save({ file, from: begun, document: null })
    if (!result.error) void navigate(back)
  }
  // People have agreed to a version that holds: it stays.
  const isToCome =
    String(begun?.['effective_at']) > dayIn(new Date(), siteConfiguration().time_zone)
  const canGo = !isNew && begun && (kind === 'article' || (isVersion(kind) && isToCome))
  const isConflict = errorReason(error) === 'DRAFT_CONFLICT'
  const conflict = isConflict ? (failureOf(error) as { data?: DraftConflict }).data : undefined
  const isInField = fieldErrors(error).some(({ name: [first] }) => first !== 'document')
  const clashes = conflict?.conflicts ?? conflicts
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initial}
      requiredMark={false}
      scrollToFirstError
      onValuesChange={() => setTouched(true)}
      onFinish={() => void send(false)}
      className={styles.editor ?? ''}
    >
      <TextLink to={back} isBack>
        {t('programme.back')}
      </TextLink>
      <div className={styles.head}>
        <h2>{t(`programme.${isNew ? 'new' : 'edit'}.${kind}`)}</h2>
        {isVersion(kind) && !isNew && (
          <LinkButton to={`${back}&new=${kind}&file=${encodeURIComponent(file)}`} size="small">
            {t(`programme.new.${kind}`)}
          </LinkButton>
        )}
      </div>
      {isVersion(kind) && !isNew && <p className={styles.hint}>{t('programme.versionHint')}</p>}
      {kind === 'juror' && <p className={styles.hint}>{t('programme.jurorHint')}</p>}
      {season && (
        <Suspense>
          <ClosingChecklist code={season} />
        </Suspense>
      )}
      <RefusedFields value={refused}>
        {kind === 'season' && (
          <SeasonForm
            form={form}
            initial={initial as SeasonDocument}
            isNew={isNew}
            currency={currency}
          />
        )}
        {kind === 'packages' && <PackagesForm currency={currency} />}
        {kind === 'article' && <ArticleForm isNew={isNew} />}
        {kind === 'categories' && <CategoriesForm initial={initial as CategoriesDocument} />}
        {kind === 'questions' && <QuestionsForm initial={initial as QuestionsDocument} />}
        {!OWN_FORMS.includes(kind) && (
          <ContentForm kind={kind} isNew={isNew} initial={initial as ProgrammeDocument} />
        )}
      </RefusedFields>
      <div className={styles.foot}>
        {error !== undefined && !isInField && !isConflict && <Refusal error={error} />}
        {clashes.length > 0 && (
          <div className={styles.clashes} role="alert">
            <p>
              {conflict?.changed_by && conflict.changed_at
                ? t('programme.clashBy', {
                    name: conflict.changed_by,
                    date: format.date(conflict.changed_at, 'datetime'),
                  })
                : t('programme.clash')}
            </p>
            <ul>
              {clashes.map(({ path, theirs }) => (
                <li key={path}>
                  {t('programme.clashOf', {
                    path: nameOf(path),
                    theirs: shown(theirs) ?? t('programme.noValue'),
                  })}
                </li>
              ))}
            </ul>
            {isConflict && <p className={styles.hint}>{t('programme.clashHint')}</p>}
            {isConflict && (
              <Button onClick={() => void send(true)}>{t('programme.keepOurs')}</Button>
            )}
          </div>
        )}
        <div className={styles.acts}>
          <Button type="primary" htmlType="submit" loading={isLoading}>
            {t('programme.save')}
          </Button>
          {canGo && (
            <Button danger onClick={() => void remove()} disabled={isLoading}>
              {t(kind === 'article' ? 'programme.remove' : 'programme.removeVersion')}
            </Button>
          )}
          <span className={styles.hint}>{t('programme.saveHint')}</span>
        </div>
      </div>
    </Form>
  )
}

/** What the refusal of a save says of the fields that somebody else changed first. */
type DraftConflict = {
  conflicts?: ProgrammeConflict[]
  changed_by?: string | null
  changed_at?: string | null
}
/** A value as it is read in a sentence; undefined for none. */
const shown = (value: unknown) =>
  typeof value === 'string' ? value : value == null ? undefined : JSON.stringify(value)
