import { api, callApi, useApiMutation, useApiQuery } from '@awards/shared/client'
import { entries } from '@awards/shared/contract'
import { isPlaceFixed } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { SectionHeading } from '@awards/shared/ui'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSiteDispatch } from '@awards/shared/session'
import { useDraft } from './draft/draft-context.ts'
import { fitsSection, SectionPicker } from './place-pickers.tsx'
import styles from './steps.module.css'

/** Step 1 of an entry that exists: its section and category, and the entries beside it. */
export function StepCategories() {
  const { t } = useTranslation('entrant')
  const { info, categories, saver, draft } = useDraft()
  const dispatch = useSiteDispatch()
  const { data: sections = [] } = useApiQuery(entries.awardClassification)
  const [create, { isLoading }] = useApiMutation(entries.entry)
  const [further, setFurther] = useState<string[]>([])
  const canMove = info.is_editable && !isPlaceFixed(info.entry_status)
  const taken = new Set(info.siblings.map(({ category }) => category.id)).add(info.category.id)
  const options = categories
    .filter((category) => category.is_open && fitsSection(category, info.section.code))
    .map(({ id, name }) => ({ value: id, label: name }))
  const others = info.siblings.filter(
    ({ apply_order_id }) => apply_order_id !== info.apply_order_id,
  )

  const move = async (place: { section_id?: string; category_id?: string }) => {
    await saver.flush()
    const { apply_order_id } = info
    const { version, answers } = saver.snapshot()
    try {
      await callApi(entries.edit, { apply_order_id, version, answers, ...place })
    } catch {
      // The client has said why; the choice stays as it was.
    }
    dispatch(api.util.invalidateTags(['entry', 'price']))
  }
  const enterToo = async () => {
    // The server copies what it has into the further entry.
    await saver.flush()
    const input = {
      section_id: info.section.id,
      category_ids: further,
      project_id: info.project_id,
    }
    const done = await create({ ...input, title: draft.answers.title })
      .unwrap()
      .catch(() => undefined)
    if (done) setFurther([])
  }

  return (
    <div className={styles.categoriesStep}>
      {isPlaceFixed(info.entry_status) && <p className={styles.help}>{t('categories.fixed')}</p>}
      <SectionHeading size="small" id="section">
        {t('begin.section')}
      </SectionHeading>
      <SectionPicker
        sections={sections}
        label={t('begin.section')}
        value={info.section.id}
        disabled={!canMove}
        onChange={(event) => void move({ section_id: event.target.value })}
      />
      <SectionHeading size="small">{t('categories.this')}</SectionHeading>
      <Select
        className={styles.select ?? ''}
        aria-label={t('categories.this')}
        value={info.category.id}
        disabled={!canMove}
        options={options.filter(({ value }) => value === info.category.id || !taken.has(value))}
        onChange={(category_id) => void move({ category_id })}
      />
      {others.length > 0 && (
        <>
          <SectionHeading size="small">{t('categories.others')}</SectionHeading>
          <p className={styles.help}>{t('categories.othersHelp')}</p>
          <ul className={styles.others} role="list">
            {others.map(({ apply_order_id, entry_no, category }) => (
              <li key={apply_order_id}>
                <Link to={paths.steps({ id: apply_order_id })}>{category.name}</Link>
                <span>{entry_no}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {info.is_editable && (
        <>
          <SectionHeading size="small">{t('categories.more')}</SectionHeading>
          <p className={styles.help}>{t('categories.moreHelp')}</p>
          <div className={styles.more}>
            <Select
              className={styles.select ?? ''}
              mode="multiple"
              aria-label={t('categories.more')}
              placeholder={t('categories.morePlaceholder')}
              value={further}
              onChange={setFurther}
              options={options.filter(({ value }) => !taken.has(value))}
            />
            <Button
              loading={isLoading}
              disabled={further.length === 0}
              onClick={() => void enterToo()}
            >
              {t('categories.add')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
