import { type Category, entries, type Section, studio, entriesAdded } from '@awards/shared/contract'
import { EntryDraft } from '@awards/shared/domain'
import { PageHeader, QueryState, SectionHeading, zodRule, LinkButton } from '@awards/shared/ui'
import { Button, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDeadline } from '../common/deadline.tsx'
import { orNothing } from '../common/device-copy.ts'
import { usePriceList } from '../common/use-programme.ts'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { CategoryPicker, SectionPicker } from './place-pickers.tsx'
import styles from './new-entry.module.css'
import { PricePanel } from './step-fee.tsx'
import { fieldErrors, useApiMutation, useApiQuery } from '@awards/shared/client'
import { useCurrentUser } from '@awards/shared/session'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { del, get, set } from 'idb-keyval'

type NewEntryValues = {
  section_id?: string
  category_ids: string[]
  title?: string
  /** The studio for which a member enters the work; without one it is the account's own. */
  studio_id?: string
}
type NewEntryCopy = { values: NewEntryValues; idempotency_key: string | undefined }

const keyOf = (user: string) => `entry-begun:${user}`

/** What was chosen and typed before the entry exists on the server; a browser without storage has none. */
const newEntryCopy = {
  read: (user: string) => orNothing(() => get<NewEntryCopy>(keyOf(user))),
  write: (user: string, copy: NewEntryCopy) => orNothing(() => set(keyOf(user), copy)),
  remove: (user: string) => orNothing(() => del(keyOf(user))),
}

type CallClosedProps = { serverNow: string; opensAt: string; nextOpensAt: string | null }

/** Stands in place of a new entry while no call is open: when the next one begins, and what can be done. */
function CallClosed({ serverNow, opensAt, nextOpensAt }: CallClosedProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const next = opensAt > serverNow ? opensAt : nextOpensAt
  return (
    <PageHeader
      eyebrow={t('begin.eyebrow')}
      title={t('noCall.title')}
      lead={next ? t('noCall.next', { date: format.date(next, 'datetime') }) : t('noCall.text')}
      actions={
        <>
          <LinkButton type="primary" to={paths.account()}>
            {t('footer.account')}
          </LinkButton>
          <LinkButton to={paths.calendar}>{t('account.calendar')}</LinkButton>
        </>
      }
    />
  )
}

const STUDENT = 3

/** Who registered as a student enters as one; everybody else most often as a professional. */
const guessed = (sections: readonly Section[], accountType: number | undefined) =>
  sections.find(({ code }) => code === (accountType === STUDENT ? 'student' : 'professional'))?.id

/** The form that begins an entry; what is in it survives a closed window and an ended session. */
function useNewEntry(sections: readonly Section[]) {
  const navigate = useNavigate()
  const user = useCurrentUser()
  const userId = user?.id ?? ''
  const [create, { isLoading }] = useApiMutation(entries.entry)
  const [form] = Form.useForm<NewEntryValues>()
  // A second press, or a repeat after a lost answer, must not make a second entry. What was changed is another one:
  // the server answers a key that it knows with the entry of before, whatever was typed since, here or in another tab.
  const [key, setKey] = useState(() => crypto.randomUUID?.())
  const section = guessed(sections, user?.account_type)

  useEffect(() => {
    void newEntryCopy.read(userId).then((copy) => {
      if (!copy || form.isFieldsTouched()) return
      form.setFieldsValue(copy.values)
      if (copy.idempotency_key) setKey(copy.idempotency_key as typeof key)
    })
  }, [form, userId])

  const begin = async ({
    section_id = '',
    category_ids,
    title = '',
    studio_id,
  }: NewEntryValues) => {
    try {
      const input = { section_id, category_ids, title, idempotency_key: key, studio_id }
      const { orders } = await create(input).unwrap()
      await newEntryCopy.remove(userId)
      const [first] = orders
      if (first) navigate(paths.steps({ id: first.apply_order_id, step: 2 }))
    } catch (error) {
      form.setFields(fieldErrors(error).map((field) => ({ ...field, name: field.name as never })))
    }
  }

  return {
    begin,
    isLoading,
    props: {
      form,
      initialValues: { section_id: section, category_ids: [] },
      onValuesChange(_changed: unknown, values: NewEntryValues) {
        const next = crypto.randomUUID?.()
        setKey(next)
        void newEntryCopy.write(userId, { values, idempotency_key: next })
      },
    },
  }
}

const { category_ids } = entries.entry.input.shape

/** Step 1 of a new entry: nothing is stored before section and category are chosen. */
export function NewEntry({ groups }: { groups: readonly Category[] }) {
  const { t } = useTranslation('entrant')
  const sections = useApiQuery(entries.awardClassification)
  const { data: call } = useApiQuery(entries.registrationTime)
  if (call && !call.is_open) {
    return (
      <CallClosed
        serverNow={call.server_now}
        opensAt={call.opens_at}
        nextOpensAt={call.next_opens_at}
      />
    )
  }
  return (
    <>
      <PageHeader eyebrow={t('begin.eyebrow')} title={t('steps.1.title')} lead={t('begin.lead')} />
      <CopyFromPrevious />
      <QueryState query={sections}>
        {(list) => <BeginForm groups={groups} sections={list} />}
      </QueryState>
    </>
  )
}

/** Whose the new work is, for those who enter works for a studio. */
function StudioField() {
  const { t } = useTranslation('entrant')
  const userId = useCurrentUser()?.id
  const { data } = useApiQuery(studio.overview)
  const studios = data?.memberships.filter(({ role, work }) => role === 'editor' && !work) ?? []
  if (studios.length === 0) return null
  return (
    <Form.Item name="studio_id" label={t('begin.studio')} initialValue={userId}>
      <Select
        options={[
          { value: userId, label: t('begin.own') },
          ...studios.map((one) => ({ value: one.studio.id, label: one.studio.name })),
        ]}
      />
    </Form.Item>
  )
}

type BeginFormProps = { groups: readonly Category[]; sections: readonly Section[] }

function BeginForm({ groups, sections }: BeginFormProps) {
  const { t } = useTranslation('entrant')
  const prices = usePriceList()
  const { props, begin, isLoading } = useNewEntry(sections)
  const chosen = Form.useWatch('section_id', props.form)
  const ids = Form.useWatch('category_ids', props.form) ?? []
  const code = sections.find(({ id }) => id === chosen)?.code
  const leaves = groups.flatMap(({ children }) => children)
  const chosenLeaves = ids.flatMap((id) => leaves.filter((leaf) => leaf.id === id))
  return (
    <Form
      {...props}
      layout="vertical"
      name="begin"
      className={styles.form ?? ''}
      onFinish={(values) => void begin(values)}
      scrollToFirstError={{ block: 'center', focus: true }}
    >
      <div className={styles.choices}>
        <SectionHeading>{t('begin.section')}</SectionHeading>
        <Form.Item
          name="section_id"
          rules={[{ required: true, message: t('begin.sectionNeeded') }]}
        >
          <SectionPicker sections={sections} label={t('begin.section')} />
        </Form.Item>
        <SectionHeading>{t('begin.categories')}</SectionHeading>
        <p className={styles.beginHelp}>{t('begin.categoriesHelp')}</p>
        <Form.Item name="category_ids" rules={[zodRule(category_ids)]}>
          <CategoryPicker groups={groups} section={code} prices={prices} />
        </Form.Item>
      </div>
      <div className={styles.side}>
        <Form.Item
          name="title"
          label={t('field.title')}
          extra={t('begin.titleHint')}
          rules={[zodRule(EntryDraft.shape.title)]}
        >
          <Input count={{ max: 80, show: true }} />
        </Form.Item>
        <StudioField />
        {prices && <PricePanel prices={prices} section={code} chosen={chosenLeaves} />}
        <Button type="primary" size="large" htmlType="submit" block loading={isLoading}>
          {t('begin.submit', { count: Math.max(ids.length, 1) })}
        </Button>
        <CallDeadline />
      </div>
    </Form>
  )
}

/** The works that a new entry may be copied from. */
export const MANY = { pageSize: 50 }

/** Begins an entry with the texts, credits and pictures of one that was made before. */
function CopyFromPrevious() {
  const { t } = useTranslation('entrant')
  const navigate = useNavigate()
  const current = useApiQuery(entries.entryList, MANY)
  const past = useApiQuery(entries.historyEntryList, MANY)
  const [duplicate, { isLoading }] = useApiMutation(entriesAdded.duplicate)
  const [chosen, setChosen] = useState<string>()
  const [idempotency_key, setKey] = useState(() => crypto.randomUUID?.())
  const all = [...(current.data?.list ?? []), ...(past.data?.list ?? [])]
  // A copy belongs to the owner of the work.
  const rows = all.filter(({ studio }) => !studio)
  const works = rows.filter(
    (row, index) => rows.findIndex(({ project_id }) => project_id === row.project_id) === index,
  )
  if (works.length === 0) return null

  const begin = async () => {
    if (!chosen) return
    const done = await duplicate({ apply_order_id: chosen, idempotency_key })
      .unwrap()
      .catch(() => undefined)
    const id = done?.orders[0]?.apply_order_id
    if (id) navigate(paths.steps({ id, step: 1 }))
  }

  return (
    <section className={styles.earlier} aria-labelledby="earlier">
      <div>
        <h2 id="earlier" className={styles.title}>
          {t('earlier.title')}
        </h2>
        <p className={styles.copyHelp}>{t('earlier.text')}</p>
      </div>
      <div className={styles.choice}>
        <Select
          className={styles.select ?? ''}
          aria-label={t('earlier.choose')}
          placeholder={t('earlier.choose')}
          showSearch={{ optionFilterProp: 'label' }}
          value={chosen}
          onChange={(id) => {
            setChosen(id)
            setKey(crypto.randomUUID?.())
          }}
          options={works.map(({ apply_order_id, title, entry_no }) => ({
            value: apply_order_id,
            label: `${title || t('untitled')} · ${entry_no}`,
          }))}
        />
        <Button disabled={!chosen} loading={isLoading} onClick={() => void begin()}>
          {t('earlier.begin')}
        </Button>
      </div>
    </section>
  )
}
