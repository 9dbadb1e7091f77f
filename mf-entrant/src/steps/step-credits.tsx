import { useApiQuery } from '@awards/shared/client'
import { entriesAdded } from '@awards/shared/contract'
import { AI_USE, EntryAnswers, type EntryDraft, Designer } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { SectionHeading, zodRule } from '@awards/shared/ui'
import { Checkbox, Form, Radio, Select, type FormInstance, Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useDraft, useStepForm } from './draft/draft-context.ts'
import styles from './steps.module.css'
import { useCountries } from '@awards/shared/forms/use-countries'
import { EntryField, EntryFields } from './entry-field.tsx'

const MAXIMUM = 20

/** The people who made the work, in the order in which they are named. */
function DesignersField() {
  const { t } = useTranslation('entrant')
  const countries = useCountries()
  const form = Form.useFormInstance()
  const begin = (add: (designer: Designer) => void) => () => {
    add({ name: '' })
    form.setFields([{ name: 'designers', errors: [] }])
  }
  return (
    <Form.List
      name="designers"
      rules={[
        {
          validator: async (_rule, list: unknown) => {
            if (Array.isArray(list) && list.length > 0) return
            throw new Error(t('designers.needed'))
          },
        },
      ]}
    >
      {(fields, { add, remove }, { errors }) => (
        <>
          <ol className={styles.designers}>
            {fields.map(({ key, name }) => (
              <li key={key} className={styles.designer}>
                <Form.Item
                  name={[name, 'name']}
                  label={t('designers.name')}
                  rules={[zodRule(Designer.shape.name)]}
                >
                  <Input autoComplete="off" />
                </Form.Item>
                <Form.Item
                  name={[name, 'role']}
                  label={t('designers.role')}
                  rules={[zodRule(Designer.shape.role)]}
                >
                  <Input placeholder={t('designers.rolePlaceholder')} />
                </Form.Item>
                <Form.Item name={[name, 'country']} label={t('designers.country')}>
                  <Select
                    allowClear
                    showSearch={{ optionFilterProp: 'label' }}
                    options={countries}
                    placeholder={t('chooseCountry')}
                  />
                </Form.Item>
                <Button
                  className={styles.remove ?? ''}
                  type="text"
                  onClick={() => remove(name)}
                  aria-label={t('designers.removeOne', { count: name + 1 })}
                >
                  {t('designers.remove')}
                </Button>
              </li>
            ))}
          </ol>
          <div className={styles.error}>
            <Form.ErrorList errors={errors} />
          </div>
          {fields.length < MAXIMUM && (
            <Form.Item>
              <Button onClick={begin(add)}>{t('designers.add')}</Button>
            </Form.Item>
          )}
        </>
      )}
    </Form.List>
  )
}

/** Fills the credits in as they were given for an earlier work; every field can still be changed. */
function CreditTemplates({ form }: { form: FormInstance<EntryDraft> }) {
  const { t } = useTranslation('entrant')
  const { info, saver } = useDraft()
  const { data } = useApiQuery(entriesAdded.templates)
  const own = new Set(info.siblings.map(({ apply_order_id }) => apply_order_id))
  const templates = (data?.credits ?? []).filter(({ apply_order_id }) => !own.has(apply_order_id))
  if (templates.length === 0 || !info.is_editable) return null

  const use = (id: string) => {
    const found = templates.find(({ apply_order_id }) => apply_order_id === id)
    if (!found) return
    const { designers, company, client } = found
    const answers = { designers, company, client }
    form.setFieldsValue(answers)
    saver.change({ answers })
  }
  return (
    <div className={styles.template}>
      <Select
        aria-label={t('credits.reuse')}
        placeholder={t('credits.reuse')}
        value={null}
        onChange={(id: string | null) => id && use(id)}
        options={templates.map(({ apply_order_id, title, designers }) => ({
          value: apply_order_id,
          label: [title || t('untitled'), designers[0]?.name].filter(Boolean).join(' · '),
        }))}
      />
    </div>
  )
}

const DECLARATIONS = ['rights_declaration', 'image_licence_consent'] as const

/** Step 4: who made it, with which help, and the rights. */
export function StepCredits() {
  const { t } = useTranslation('entrant')
  const props = useStepForm()
  const aiUse = Form.useWatch('ai_use', props.form)
  return (
    <Form {...props}>
      <SectionHeading size="small">{t('credits.designers')}</SectionHeading>
      <CreditTemplates form={props.form} />
      <DesignersField />
      <EntryFields step={4} place="facts" />

      <SectionHeading size="small">{t('credits.tools')}</SectionHeading>
      <Form.Item
        name="ai_use"
        label={t('question.ai_use')}
        extra={t('hint.ai_use')}
        rules={[zodRule(EntryAnswers.shape.ai_use)]}
      >
        <Radio.Group
          vertical
          options={Object.entries(AI_USE).map(([name, value]) => ({
            value,
            label: t(`aiUse.${name}`),
          }))}
        />
      </Form.Item>
      {!!aiUse && <EntryField name="ai_statement" />}

      <SectionHeading size="small">{t('credits.rights')}</SectionHeading>
      {DECLARATIONS.map((name) => (
        <div key={name} className={styles.declaration}>
          <Form.Item
            name={name}
            valuePropName="checked"
            validateTrigger="onChange"
            extra={t(`hint.${name}`)}
            rules={[zodRule(EntryAnswers.shape[name])]}
          >
            <Checkbox>{t(`field.${name}`)}</Checkbox>
          </Form.Item>
        </div>
      ))}
      <p className={styles.rules}>
        <Link to={paths.regulations}>{t('credits.regulations')}</Link>
      </p>
    </Form>
  )
}
