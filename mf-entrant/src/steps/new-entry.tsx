import { entries, type Category, type Section } from '@awards/shared/contract'
import { EntryDraft } from '@awards/shared/domain'
import { PageHeader, QueryView, SectionHeading, zodRule } from '@awards/shared/ui'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDeadline } from '../common/call-deadline.tsx'
import { usePriceList } from '../common/use-price-list.ts'
import { useEntrySectionsQuery, useRegistrationTimeQuery } from '../entrant.api.ts'
import { CallClosed } from './call-closed.tsx'
import { CategoryPicker } from './category-picker.tsx'
import { EarlierEntry } from './earlier-entry.tsx'
import styles from './new-entry.module.css'
import { PricePanel } from './price-panel.tsx'
import { SectionPicker } from './section-picker.tsx'
import { useNewEntry } from './use-new-entry.ts'

const { category_ids } = entries.entry.input.shape

/** Step 1 of a new entry: nothing is stored before section and category are chosen. */
export function NewEntry({ groups }: { groups: readonly Category[] }) {
  const { t } = useTranslation('entrant')
  const sections = useEntrySectionsQuery()
  const { data: call } = useRegistrationTimeQuery()
  if (call && !call.is_open) {
    return (
      <CallClosed
        serverNow={call.server_now}
        opensAt={call.opens_at}
        nextOpensAt={call.next_opens_at}
      />
    )
  }
  return (
    <>
      <PageHeader eyebrow={t('begin.eyebrow')} title={t('steps.1.title')} lead={t('begin.lead')} />
      <EarlierEntry />
      <QueryView query={sections}>
        {(list) => <BeginForm groups={groups} sections={list} />}
      </QueryView>
    </>
  )
}

type BeginFormProps = { groups: readonly Category[]; sections: readonly Section[] }

function BeginForm({ groups, sections }: BeginFormProps) {
  const { t } = useTranslation('entrant')
  const prices = usePriceList()
  const { props, begin, isLoading } = useNewEntry(sections)
  const chosen = Form.useWatch('section_id', props.form)
  const ids = Form.useWatch('category_ids', props.form) ?? []
  const code = sections.find(({ id }) => id === chosen)?.code
  const leaves = groups.flatMap(({ children }) => children)
  const chosenLeaves = ids.flatMap((id) => leaves.filter((leaf) => leaf.id === id))
  return (
    <Form
      {...props}
      layout="vertical"
      name="begin"
      className={styles.form ?? ''}
      onFinish={(values) => void begin(values)}
      scrollToFirstError={{ block: 'center', focus: true }}
    >
      <div className={styles.choices}>
        <SectionHeading>{t('begin.section')}</SectionHeading>
        <Form.Item
          name="section_id"
          rules={[{ required: true, message: t('begin.sectionNeeded') }]}
        >
          <SectionPicker sections={sections} label={t('begin.section')} />
        </Form.Item>
        <SectionHeading>{t('begin.categories')}</SectionHeading>
        <p className={styles.help}>{t('begin.categoriesHelp')}</p>
        <Form.Item name="category_ids" rules={[zodRule(category_ids)]}>
          <CategoryPicker groups={groups} section={code} prices={prices} />
        </Form.Item>
      </div>
      <div className={styles.side}>
        <Form.Item
          name="title"
          label={t('field.title.label')}
          extra={t('begin.titleHint')}
          rules={[zodRule(EntryDraft.shape.title)]}
        >
          <Input count={{ max: 80, show: true }} />
        </Form.Item>
        {prices && <PricePanel prices={prices} section={code} chosen={chosenLeaves} />}
        <Button type="primary" size="large" htmlType="submit" block loading={isLoading}>
          {t('begin.submit', { count: Math.max(ids.length, 1) })}
        </Button>
        <CallDeadline />
      </div>
    </Form>
  )
}
