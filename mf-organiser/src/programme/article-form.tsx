import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DateField, PictureField, TextsField } from './fields.tsx'
import styles from './programme.module.css'

/** A news item or a post: its picture, its hour, and its texts in three languages side by side. */
export function ArticleForm({ isNew }: { isNew: boolean }) {
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
