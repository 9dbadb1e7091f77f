import { type AssignmentPlan, type Input as InputOf, juryDesk } from '@awards/shared/contract'
import { App, Button, Drawer, Form, Input, InputNumber, Select, type FormInstance } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsavedWork } from '@awards/shared/session'
import { NARROW, useMedia } from '@awards/shared/ui'
import { useProblem, ErrorNote } from '../../common/error-note.tsx'
import styles from './plan-drawer.module.css'
import { useDeskScope } from '../desk-bar.tsx'
import { siteConfiguration, useApiMutation } from '@awards/shared/client'
import { endOfDayIn } from '@awards/shared/domain'
import { EntryLink } from '../desk-rows.tsx'
import { ShareBar } from './share-bar.tsx'

type PlanValues = {
  category_ids: string[]
  per_entry: number
  max_load?: number | null
  due?: string
  share?: number
  floor?: number
}

/** The settings of a plan as its call wants them. */
const settingsOf = (values: PlanValues, level: 2 | 3) => ({
  category_ids: values.category_ids,
  per_entry: values.per_entry,
  ...(values.max_load && { max_load: values.max_load }),
  ...(values.due && {
    due_at: new Date(endOfDayIn(siteConfiguration().time_zone, values.due)).toISOString(),
  }),
  ...(level === 3 && { shortlist: { share: values.share ?? 0, floor: values.floor ?? 0 } }),
})

type PlanFormProps = {
  form: FormInstance<PlanValues>
  level: 2 | 3
  onChange: () => void
  onFinish: (values: PlanValues) => void
}

/** Jurors for an entry of each level, and who goes on to the second (domain page §2.11). */
const USUAL = { 2: { per_entry: 5 }, 3: { per_entry: 3, share: 50, floor: 60 } } as const

/** How many jurors an entry is to have, how much one juror may get, and until when. */
function PlanForm({ form, level, onChange, onFinish }: PlanFormProps) {
  const { t } = useTranslation('jurydesk')
  const { categories } = useDeskScope()
  const number = (name: 'per_entry' | 'max_load' | 'share' | 'floor', min: number, max: number) => (
    <Form.Item
      name={name}
      label={t(`plan.${name}`)}
      extra={name === 'max_load' ? t('plan.max_loadHint') : undefined}
      rules={name === 'max_load' ? [] : [{ required: true, message: t('plan.needed') }]}
    >
      <InputNumber min={min} max={max} precision={0} className={styles.number ?? ''} />
    </Form.Item>
  )
  return (
    <Form<PlanValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ category_ids: [], ...USUAL[level] }}
      onValuesChange={onChange}
      onFinish={onFinish}
    >
      <Form.Item name="category_ids" label={t('plan.category_ids')}>
        <Select
          mode="multiple"
          placeholder={t('plan.allCategories')}
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <div className={styles.pair}>
        {number('per_entry', 1, 15)}
        {number('max_load', 1, 10_000)}
      </div>
      {level === 3 && (
        <div className={styles.pair}>
          {number('share', 0, 100)}
          {number('floor', 0, 100)}
        </div>
      )}
      <Form.Item name="due" label={t('plan.due')} extra={t('plan.dueHint')}>
        <Input type="date" className={styles.number ?? ''} />
      </Form.Item>
    </Form>
  )
}

/** What a plan would do: each juror's load before and after, and where jurors are missing. */
function PlanPreview({ plan }: { plan: AssignmentPlan }) {
  const { t } = useTranslation('jurydesk')
  const busiest = Math.max(1, ...plan.jurors.map(({ after }) => after))
  return (
    <section className={styles.preview} aria-labelledby="plan-preview">
      <h2 id="plan-preview" className={styles.heading}>
        {t('plan.result')}
      </h2>
      <p role="status">
        {plan.seats === 0
          ? t('plan.nothing')
          : t('plan.seats', { count: plan.seats, entries: plan.entries })}
      </p>
      <ul className={styles.jurors} role="list">
        {plan.jurors.map((juror) => (
          <li key={juror.juror_id} className={styles.juror}>
            <span className={styles.name}>{juror.name}</span>
            <ShareBar
              total={busiest}
              parts={[
                { value: juror.before, tone: 'done' },
                { value: juror.after - juror.before, tone: 'added' },
              ]}
            />
            <span className={styles.numbers}>
              {t('plan.load', { before: juror.before, after: juror.after })}
              <small>{t('plan.field', { count: juror.of_own_field })}</small>
            </span>
          </li>
        ))}
      </ul>
      {plan.short_total > 0 && (
        <>
          <h2 className={styles.heading}>{t('plan.short', { count: plan.short_total })}</h2>
          <ul className={styles.jurors} role="list">
            {plan.short.map((entry) => (
              <li key={entry.apply_order_id} className={styles.missing}>
                <EntryLink entry={entry} />
                <span>
                  {t('plan.missing', { count: entry.missing })}
                  <small>{t(`plan.reason.${entry.reason}`)}</small>
                </span>
              </li>
            ))}
          </ul>
          {plan.short.length < plan.short_total && (
            <p className={styles.more}>{t('plan.firstOnly', { count: plan.short.length })}</p>
          )}
        </>
      )}
    </section>
  )
}

type PlanDrawerProps = { editionId: string; level: 2 | 3; onClose: () => void }
type Settings = Omit<InputOf<typeof juryDesk.planAssignments>, 'dry_run' | 'plan'>

/** Automatic assignment: a dry run first, then the same plan for real. */
export function PlanDrawer({ editionId, level, onClose }: PlanDrawerProps) {
  const { t } = useTranslation('jurydesk')
  const { message } = App.useApp()
  const isNarrow = useMedia(NARROW)
  const [form] = Form.useForm<PlanValues>()
  const [preview, looking] = useApiMutation(juryDesk.planAssignments)
  const [apply, applying] = useApiMutation(juryDesk.planAssignments)
  const [seen, setSeen] = useState<{ settings: Settings; plan: AssignmentPlan }>()
  const problem = useProblem(applying.error ?? looking.error)
  useUnsavedWork(() => form.isFieldsTouched())

  // Only the last preview counts: an answer that comes late is about settings that the form no longer shows.
  const turn = useRef(0)
  const forget = () => {
    turn.current += 1
    looking.reset()
    setSeen(undefined)
  }
  const look = async (values: PlanValues) => {
    const asked = ++turn.current
    applying.reset()
    const settings = { edition_id: editionId, level, ...settingsOf(values, level) }
    const { data } = await preview({ ...settings, dry_run: true })
    if (data && asked === turn.current) setSeen({ settings, plan: data })
  }
  const carryOut = async () => {
    if (!seen) return
    const { settings, plan } = seen
    const result = await apply({ ...settings, dry_run: false, plan: plan.plan })
    if ('error' in result) return setSeen(undefined)
    void message.success(t('plan.done', { count: result.data?.seats ?? 0 }))
    form.resetFields()
    onClose()
  }
  return (
    <Drawer
      open
      size={isNarrow ? '100%' : 640}
      title={t(`plan.title${level}`)}
      onClose={onClose}
      footer={
        <div className={styles.actions}>
          <Button loading={looking.isLoading} onClick={() => form.submit()}>
            {t(seen ? 'plan.again' : 'plan.preview')}
          </Button>
          <Button
            type="primary"
            disabled={!seen || seen.plan.seats === 0}
            title={seen ? '' : t('plan.previewFirst')}
            loading={applying.isLoading}
            onClick={() => void carryOut()}
          >
            {t('plan.apply', { count: seen?.plan.seats ?? 0 })}
          </Button>
        </div>
      }
    >
      <p className={styles.lead}>{t('plan.lead')}</p>
      <PlanForm
        form={form}
        level={level}
        onChange={forget}
        onFinish={(values) => void look(values)}
      />
      <ErrorNote text={problem} />
      {seen && <PlanPreview plan={seen.plan} />}
    </Drawer>
  )
}
