import { EntryAnswers, REALISATION } from '@awards/shared/domain'
import { SectionHeading, zodRule } from '@awards/shared/ui'
import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { EntryFields } from './entry-field.tsx'
import styles from './steps.module.css'
import { useStepForm } from './draft/use-step-form.ts'

/** Step 2: what the work is. */
export function StepWork() {
  const { t } = useTranslation('entrant')
  return (
    <Form {...useStepForm()}>
      <EntryFields step={2} place="body" />

      <SectionHeading size="small">{t('work.making')}</SectionHeading>
      <Form.Item
        name="realisation"
        label={t('field.realisation')}
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
      <EntryFields step={2} place="facts" />
    </Form>
  )
}
