import type { CategoriesDocument } from '@awards/shared/contract'
import { CRITERIA, IMAGE_LIMITS, SECTION_CODES } from '@awards/shared/domain'
import { Checkbox, Form, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { CodeField, PictureField, TextsField } from './fields.tsx'
import styles from './programme.module.css'
import { RecordsField } from './records-field.tsx'

type Group = CategoriesDocument['list'][number]
type Category = Group['categories'][number]

const EMPTY = { code: '', name: { en: '' }, description: { en: '' } }

/** Groups and their categories: names, weights of the criteria, pictures, and who may enter. */
export function CategoriesForm({ initial }: { initial: CategoriesDocument }) {
  const { t } = useTranslation('organiser')
  // A code stands in numbers of entries, and so never changes once the category is live.
  const known = new Set(
    initial.list.flatMap((group) => [group, ...group.categories]).map(({ code }) => code),
  )
  return (
    <RecordsField<Group>
      name={['list']}
      words={{ add: t('programme.addGroup'), untitled: t('programme.untitledGroup') }}
      begin={() => ({ ...EMPTY, categories: [] })}
      titleOf={({ name }) => name}
      factsOf={({ categories = [] }) => t('programme.categories', { count: categories.length })}
      canRemove={({ categories = [] }) => categories.length === 0}
    >
      {(at, { code: called }) => (
        <>
          <CategoryCode name={[at, 'code']} isKnown={known.has(called)} />
          <TextsField within={['list']} name={[at, 'name']} label={t('programme.field.name')} />
          <TextsField
            within={['list']}
            name={[at, 'description']}
            label={t('programme.field.description')}
            rows={2}
          />
          <h3>{t('programme.categoriesOf')}</h3>
          <RecordsField<Category>
            within={['list']}
            name={[at, 'categories']}
            words={{ add: t('programme.addCategory'), untitled: t('programme.untitledCategory') }}
            begin={() => ({
              ...EMPTY,
              weights: {},
              min_images: IMAGE_LIMITS.minimum,
              sections_allowed: [],
              image: '',
              alt: { en: '' },
            })}
            titleOf={({ name }) => name}
            factsOf={({ code }) => code}
          >
            {(place, { code }) => (
              <CategoryFields within={at} place={place} isKnown={known.has(code)} />
            )}
          </RecordsField>
        </>
      )}
    </RecordsField>
  )
}

type CategoryFieldsProps = { within: number; place: number; isKnown: boolean }

function CategoryFields({ within, place, isKnown }: CategoryFieldsProps) {
  const { t } = useTranslation('organiser')
  const list = ['list', within, 'categories']
  return (
    <>
      <div className={styles.row}>
        <CategoryCode name={[place, 'code']} isKnown={isKnown} />
        <Form.Item
          name={[place, 'min_images']}
          label={t('programme.field.min_images')}
          rules={[{ required: true, message: t('programme.needed') }]}
        >
          <InputNumber min={1} max={IMAGE_LIMITS.maximum} precision={0} />
        </Form.Item>
      </div>
      <TextsField within={list} name={[place, 'name']} label={t('programme.field.name')} />
      <TextsField
        within={list}
        name={[place, 'description']}
        label={t('programme.field.description')}
        rows={3}
      />
      <fieldset className={styles.spans}>
        <legend>{t('programme.field.weights')}</legend>
        <p className={styles.hint}>{t('programme.weightsHint')}</p>
        <div className={styles.row}>
          {CRITERIA.map((criterion) => (
            <Form.Item
              key={criterion}
              name={[place, 'weights', criterion]}
              label={t(`programme.criterion.${criterion}`)}
            >
              <InputNumber min={0.1} max={10} step={0.5} placeholder="1" />
            </Form.Item>
          ))}
        </div>
      </fieldset>
      <Form.Item
        name={[place, 'sections_allowed']}
        label={t('programme.field.sections_allowed')}
        extra={t('programme.allIfNone')}
      >
        <Checkbox.Group
          options={SECTION_CODES.map((value) => ({
            value,
            label: t(`programme.sections.${value}`),
          }))}
        />
      </Form.Item>
      <PictureField within={list} name={[place, 'image']} label={t('programme.field.image')} />
      <TextsField
        within={list}
        name={[place, 'alt']}
        label={t('programme.field.alt')}
        hint={t('programme.altHint')}
      />
    </>
  )
}

type CategoryCodeProps = { name: (string | number)[]; isKnown: boolean }

/** The code of a group or a category. */
function CategoryCode({ name, isKnown }: CategoryCodeProps) {
  const { t } = useTranslation('organiser')
  return (
    <CodeField
      name={name}
      label={t('programme.field.code')}
      isKnown={isKnown}
      pattern={/^[A-Za-z0-9-]+$/}
      needed={t('programme.codeNeeded')}
      hint={t('programme.codeHint')}
      maxLength={20}
    />
  )
}
