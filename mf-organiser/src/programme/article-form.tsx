import { useApiQuery } from '@awards/shared/client'
import { programmeDesk } from '@awards/shared/contract'
import { Form, Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DateField, TextsField } from './fields.tsx'
import styles from './programme.module.css'

/** A news item or a post: its picture, its hour, and its texts in three languages side by side. */
export function ArticleForm({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('organiser')
  const { data: pictures } = useApiQuery(programmeDesk.pictures)
  const cover: unknown = Form.useWatch('cover')
  const list = pictures?.list ?? []
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
      <fieldset className={styles.texts}>
        <legend>{t('programme.field.cover')}</legend>
        <Form.Item
          name={['cover']}
          rules={[{ required: true, message: t('programme.coverNeeded') }]}
        >
          <Radio.Group className={styles.covers ?? ''} aria-label={t('programme.field.cover')}>
            {list.map(({ file, name, url }) => (
              <Radio key={file} value={file} className={styles.cover ?? ''} aria-label={name}>
                <img src={url} alt="" loading="lazy" data-chosen={cover === file || undefined} />
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
      </fieldset>
      <TextsField name={['alt']} label={t('programme.field.alt')} hint={t('programme.altHint')} />
    </>
  )
}
