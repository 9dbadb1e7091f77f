import { AI_USE, EntryAnswers } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { SectionHeading, zodRule } from '@awards/shared/ui'
import { Checkbox, Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { CreditTemplates } from './credit-templates.tsx'
import { DesignersField } from './designers-field.tsx'
import styles from './step-fields.module.css'
import { TextField } from './text-field.tsx'
import { useStepForm } from './use-step-form.ts'

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
      <div className={styles.pair}>
        <TextField name="company" />
        <TextField name="client" />
      </div>

      <SectionHeading size="small">{t('credits.tools')}</SectionHeading>
      <Form.Item
        name="ai_use"
        label={t('field.ai_use.label')}
        extra={t('field.ai_use.hint')}
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
      {!!aiUse && <TextField name="ai_statement" maximum={600} rows={3} />}

      <SectionHeading size="small">{t('credits.rights')}</SectionHeading>
      {DECLARATIONS.map((name) => (
        <div key={name} className={styles.declaration}>
          <Form.Item
            name={name}
            valuePropName="checked"
            validateTrigger="onChange"
            extra={t(`field.${name}.hint`)}
            rules={[zodRule(EntryAnswers.shape[name])]}
          >
            <Checkbox>{t(`field.${name}.label`)}</Checkbox>
          </Form.Item>
        </div>
      ))}
      <p className={styles.rules}>
        <Link to={paths.regulations}>{t('credits.regulations')}</Link>
      </p>
    </Form>
  )
}
