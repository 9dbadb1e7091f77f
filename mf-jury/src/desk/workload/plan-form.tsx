import { Form, Input, InputNumber, Select, type FormInstance } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePlace } from '../use-desk-scope.ts'
import type { PlanValues } from './plan-settings.ts'
import styles from './plan-drawer.module.css'

type PlanFormProps = {
  form: FormInstance<PlanValues>
  level: 2 | 3
  onChange: () => void
  onFinish: (values: PlanValues) => void
}

/** Jurors for an entry of each level, and who goes on to the second (domain page §2.11). */
const USUAL = { 2: { per_entry: 5 }, 3: { per_entry: 3, share: 50, floor: 60 } } as const

/** How many jurors an entry is to have, how much one juror may get, and until when. */
export function PlanForm({ form, level, onChange, onFinish }: PlanFormProps) {
  const { t } = useTranslation('jurydesk')
  const { categories } = usePlace()
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
