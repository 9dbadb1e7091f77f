import type { Category } from '@awards/shared/contract'
import { fieldErrors } from '@awards/shared/client'
import { entries } from '@awards/shared/contract'
import { EntryDraft } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { useUnsavedWork } from '@awards/shared/session'
import { PageHeader, QueryView, SectionHeading, zodRule } from '@awards/shared/ui'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useCreateEntryMutation, useEntrySectionsQuery } from '../entrant.api.ts'
import { CategoryPicker } from './category-picker.tsx'
import styles from './new-entry.module.css'
import { SectionPicker } from './section-picker.tsx'

type Values = { section_id: string; category_ids: string[]; title?: string }
const { category_ids } = entries.entry.input.shape

/** Step 1 of a new entry: nothing is stored before section and category are chosen. */
export function NewEntry({ groups }: { groups: readonly Category[] }) {
  const { t } = useTranslation('entrant')
  const navigate = useNavigate()
  const sections = useEntrySectionsQuery()
  const [create, { isLoading }] = useCreateEntryMutation()
  const [form] = Form.useForm<Values>()
  useUnsavedWork(() => form.isFieldsTouched())
  // A second press, or a repeat after a lost answer, must not make a second entry.
  const [idempotency_key] = useState(() => crypto.randomUUID?.())
  const chosen = Form.useWatch('section_id', form)
  const count = Form.useWatch('category_ids', form)?.length ?? 0
  const code = sections.data?.find(({ id }) => id === chosen)?.code

  const begin = async (values: Values) => {
    try {
      const { orders } = await create({ ...values, idempotency_key }).unwrap()
      const [first] = orders
      if (first) navigate(paths.steps({ id: first.apply_order_id, step: 2 }))
    } catch (error) {
      form.setFields(fieldErrors(error).map((field) => ({ ...field, name: field.name as never })))
    }
  }

  return (
    <>
      <PageHeader eyebrow={t('begin.eyebrow')} title={t('steps.1.title')} lead={t('begin.lead')} />
      <QueryView query={sections}>
        {(list) => (
          <Form
            form={form}
            layout="vertical"
            name="begin"
            initialValues={{ category_ids: [] }}
            className={styles.form ?? ''}
            onFinish={begin}
            scrollToFirstError={{ block: 'center', focus: true }}
          >
            <SectionHeading>{t('begin.section')}</SectionHeading>
            <Form.Item
              name="section_id"
              rules={[{ required: true, message: t('begin.sectionNeeded') }]}
            >
              <SectionPicker sections={list} label={t('begin.section')} />
            </Form.Item>
            <SectionHeading>{t('begin.categories')}</SectionHeading>
            <p className={styles.help}>{t('begin.categoriesHelp')}</p>
            <Form.Item name="category_ids" rules={[zodRule(category_ids)]}>
              <CategoryPicker groups={groups} section={code} />
            </Form.Item>
            <Form.Item
              name="title"
              label={t('field.title.label')}
              extra={t('begin.titleHint')}
              rules={[zodRule(EntryDraft.shape.title)]}
            >
              <Input count={{ max: 80, show: true }} />
            </Form.Item>
            <Button type="primary" size="large" htmlType="submit" loading={isLoading}>
              {t('begin.submit', { count: Math.max(count, 1) })}
            </Button>
          </Form>
        )}
      </QueryView>
    </>
  )
}
