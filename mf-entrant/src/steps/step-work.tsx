import { EntryAnswers, REALISATION } from '@awards/shared/domain'
import { SectionHeading, zodRule } from '@awards/shared/ui'
import { Form, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCountries } from '@awards/shared/forms/use-countries'
import styles from './steps.module.css'
import { TextField } from './text-field.tsx'
import { useStepForm } from './draft/use-step-form.ts'

/** Step 2: what the work is. */
export function StepWork() {
  const { t } = useTranslation('entrant')
  const countries = useCountries()
  return (
    <Form {...useStepForm()}>
      <TextField name="title" isCounted />
      <TextField name="title_local" isCounted />
      <TextField name="summary" isCounted rows={2} />
      <TextField name="description" isCounted rows={8} />
      <TextField name="design_statement" isCounted rows={4} />

      <SectionHeading size="small">{t('work.making')}</SectionHeading>
      <Form.Item
        name="realisation"
        label={t('field.realisation.label')}
        rules={[zodRule(EntryAnswers.shape.realisation)]}
      >
        <Radio.Group
          className={styles.choices ?? ''}
          options={Object.entries(REALISATION).map(([name, value]) => ({
            value,
            label: t(`realisation.${name}`),
          }))}
        />
      </Form.Item>
      <div className={styles.pair}>
        <TextField name="completion_date" type="date" />
        <Form.Item name="location_country" label={t('field.location_country.label')}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={countries}
            placeholder={t('field.location_country.placeholder')}
          />
        </Form.Item>
        <TextField name="location_city" />
        <TextField name="dimensions" />
      </div>
      <TextField name="materials" isCounted rows={2} />
    </Form>
  )
}
