import type { FormInstance } from 'antd'
import type { EntryDraft } from '@awards/shared/domain'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useEntryTemplatesQuery } from '../entrant.api.ts'
import { useDraft } from './draft-context.ts'
import styles from './step-fields.module.css'

/** Fills the credits in as they were given for an earlier work; every field can still be changed. */
export function CreditTemplates({ form }: { form: FormInstance<EntryDraft> }) {
  const { t } = useTranslation('entrant')
  const { info, saver } = useDraft()
  const { data } = useEntryTemplatesQuery()
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
