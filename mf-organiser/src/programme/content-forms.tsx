import type { FaqDocument, ProgrammeDocument, ProgrammeDocumentKind } from '@awards/shared/contract'
import { POLICY_TYPES, POSITIONS } from '@awards/shared/domain'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContentFields, type ContentField } from './content-fields.tsx'
import { TextsField } from './fields.tsx'
import { freeCode } from './new-documents.ts'
import styles from './programme.module.css'
import { RecordsField } from './records-field.tsx'

type ByLanguage = { en: string }
type ContentRecord = {
  code?: string
  title?: ByLanguage
  name?: ByLanguage | string
  label?: ByLanguage
  q?: ByLanguage
}
type List = {
  name: string
  fields: readonly ContentField[]
  begin: () => object
  /** The list is what the site knows: its records neither come nor go. */
  isFixed?: boolean
  /** Its order is that of its dates or ranks. */
  isSorted?: boolean
}

const texts = () => ({ en: '' })
const title: ContentField = { name: 'title', as: 'texts' }
const alt: ContentField = { name: 'alt', as: 'texts' }
const image: ContentField = { name: 'image', as: 'picture' }
const span: ContentField[] = [
  { name: 'starts_at', as: 'date', isOptional: true },
  { name: 'ends_at', as: 'date', isOptional: true },
]
const code: ContentField = { name: 'code', as: 'code' }
const version: ContentField = { name: 'version', as: 'text' }
const holds: ContentField = { name: 'effective_at', as: 'day' }
const role: ContentField[] = [
  { name: 'name', as: 'text' },
  { name: 'role', as: 'texts' },
]

/** Options of a selection, named by the texts below a key. */
function useOptions() {
  const { t } = useTranslation('organiser')
  return (name: string, values: readonly string[]) => ({
    name,
    as: 'select' as const,
    options: values.map((value) => ({ value, label: t(`programme.${name}Of.${value}`) })),
  })
}

/** The fields of a kind of document, and the lists of records in it. */
function useShape(kind: ProgrammeDocumentKind, isNew: boolean) {
  const options = useOptions()
  const position = options('position', POSITIONS)
  const shapes: Partial<
    Record<ProgrammeDocumentKind, { fields?: ContentField[]; lists?: List[] }>
  > = {
    banners: {
      lists: [
        {
          name: 'list',
          begin: () => ({
            code: '',
            position: 'home_hero',
            title: texts(),
            subtitle: texts(),
            link: '',
            alt: texts(),
          }),
          fields: [
            code,
            position,
            title,
            { name: 'subtitle', as: 'texts' },
            { name: 'link', as: 'text', isOptional: true },
            { name: 'link_label', as: 'texts', isOptional: true },
            image,
            { name: 'mobile_image', as: 'picture', isOptional: true },
            alt,
            ...span,
          ],
        },
      ],
    },
    blocks: {
      lists: [
        {
          name: 'list',
          begin: () => ({ code: '', position: 'home_mid', title: texts(), body: texts() }),
          fields: [
            code,
            position,
            title,
            { name: 'body', as: 'markdown', rows: 6 },
            { ...image, isOptional: true },
            { ...alt, isOptional: true },
            ...span,
          ],
        },
      ],
    },
    press: {
      lists: [
        {
          name: 'list',
          isSorted: true,
          begin: () => ({
            code: '',
            outlet: '',
            title: texts(),
            url: 'https://',
            language: 'en',
            published_at: '',
          }),
          fields: [
            code,
            { name: 'outlet', as: 'text' },
            { name: 'language', as: 'text' },
            { name: 'published_at', as: 'day' },
            { name: 'url', as: 'text' },
            title,
          ],
        },
      ],
    },
    sections: {
      lists: [
        {
          name: 'list',
          isFixed: true,
          begin: texts,
          fields: [
            { name: 'name', as: 'texts' },
            { name: 'description', as: 'texts', rows: 3 },
          ],
        },
      ],
    },
    criteria: {
      lists: [
        {
          name: 'list',
          isFixed: true,
          begin: texts,
          fields: [
            { name: 'name', as: 'texts' },
            { name: 'question', as: 'texts', rows: 3 },
          ],
        },
      ],
    },
    awards: {
      lists: [
        {
          name: 'list',
          isFixed: true,
          isSorted: true,
          begin: texts,
          fields: [
            { name: 'name', as: 'texts' },
            { name: 'colour', as: 'text' },
            { name: 'min_score', as: 'number' },
            { name: 'description', as: 'texts', rows: 3 },
          ],
        },
      ],
    },
    about: {
      fields: [title, { name: 'story', as: 'markdown', rows: 12 }, image, alt],
      lists: [
        {
          name: 'figures',
          begin: () => ({ value: '', label: texts() }),
          fields: [
            { name: 'value', as: 'text' },
            { name: 'label', as: 'texts' },
          ],
        },
        { name: 'team', begin: () => ({ name: '', role: texts() }), fields: role },
        { name: 'partners', begin: () => ({ name: '', role: texts() }), fields: role },
      ],
    },
    contact: {
      fields: [
        { name: 'emails.general', as: 'text' },
        { name: 'emails.entries', as: 'text' },
        { name: 'emails.press', as: 'text' },
        { name: 'emails.privacy', as: 'text' },
        { name: 'phone', as: 'text' },
        { name: 'address.street', as: 'text' },
        { name: 'address.postal_code', as: 'text' },
        { name: 'address.city', as: 'text' },
        { name: 'address.country', as: 'text' },
        { name: 'map_url', as: 'text' },
        { name: 'hours', as: 'texts' },
        { name: 'answer_time', as: 'texts' },
      ],
      lists: [
        {
          name: 'social',
          begin: () => ({ name: '', url: 'https://' }),
          fields: [
            { name: 'name', as: 'text' },
            { name: 'url', as: 'text' },
          ],
        },
      ],
    },
    policy: {
      fields: [
        { ...options('policy', Object.keys(POLICY_TYPES)), name: 'type', isFixed: true },
        { ...version, isFixed: !isNew },
        holds,
        title,
        { name: 'text', as: 'markdown', rows: 18 },
      ],
    },
    regulations: {
      fields: [
        { ...version, isFixed: !isNew },
        holds,
        { name: 'pdf', as: 'text', isOptional: true },
      ],
      lists: [
        {
          name: 'chapters',
          begin: () => ({ title: texts(), text: texts() }),
          fields: [title, { name: 'text', as: 'markdown', rows: 10 }],
        },
      ],
    },
    juror: {
      fields: [
        { name: 'name', as: 'text' },
        { name: 'company', as: 'text', isOptional: true },
        { name: 'country', as: 'text' },
        { name: 'sort', as: 'number' },
        title,
        { name: 'photo', as: 'picture', isOptional: true },
        { ...alt, isOptional: true },
        { name: 'bio', as: 'markdown', rows: 8, isOptional: true },
        { name: 'show_public', as: 'flag' },
      ],
    },
  }
  return shapes[kind] ?? {}
}

type ContentFormProps = { kind: ProgrammeDocumentKind; isNew: boolean; initial: ProgrammeDocument }

/** A document of the site's content: its texts in three languages side by side, and its records. */
export function ContentForm({ kind, isNew, initial }: ContentFormProps) {
  const { fields = [], lists = [] } = useShape(kind, isNew)
  if (kind === 'faq') return <FaqForm initial={initial as FaqDocument} />
  return (
    <>
      <ContentFields fields={fields} />
      {lists.map((list) => (
        <Records key={list.name} kind={kind} list={list} initial={initial} />
      ))}
    </>
  )
}

type RecordsProps = { kind: ProgrammeDocumentKind; list: List; initial: ProgrammeDocument }

function Records({ kind, list, initial }: RecordsProps) {
  const { t } = useTranslation('organiser')
  // Others find a record by its code, so that it never changes once the record is live.
  const [known] = useState(
    () => new Set(((initial[list.name] ?? []) as ContentRecord[]).map((record) => record.code)),
  )
  const { name } = list
  return (
    <>
      {name !== 'list' && <h3>{t(`programme.content.${name}`)}</h3>}
      <RecordsField<ContentRecord>
        name={[name]}
        words={{
          add: t(`programme.add.${name === 'list' ? kind : name}`),
          untitled: t('programme.untitled'),
        }}
        begin={list.begin as () => ContentRecord}
        titleOf={titleOf}
        factsOf={({ code: called }) => called ?? ''}
        isFixed={list.isFixed}
        isOrdered={!list.isSorted}
      >
        {(place, record) => (
          <ContentFields
            within={[name]}
            at={[place]}
            fields={list.fields.map((field) =>
              field.as === 'code' ? { ...field, isFixed: known.has(record.code) } : field,
            )}
          />
        )}
      </RecordsField>
    </>
  )
}

const titleOf = ({ title: found, name, label, q }: ContentRecord) => {
  const shown = found ?? q ?? name ?? label
  return typeof shown === 'string' ? { en: shown } : shown
}

/** Questions and answers with the groups that they stand in. */
function FaqForm({ initial }: { initial: FaqDocument }) {
  const { t } = useTranslation('organiser')
  const form = Form.useFormInstance()
  const groups = (Form.useWatch(['groups'], { form, preserve: true }) ??
    initial.groups) as FaqDocument['groups']
  const codes = Object.keys(groups)
  const list: List = {
    name: 'questions',
    begin: () => ({ code: '', group: codes[0], q: texts(), a: texts() }),
    fields: [
      code,
      {
        name: 'group',
        as: 'select',
        options: codes.map((value) => ({ value, label: groups[value]?.en || value })),
      },
      { name: 'q', as: 'texts' },
      { name: 'a', as: 'markdown', rows: 6 },
      ...span,
    ],
  }
  return (
    <>
      <fieldset className={styles.spans}>
        <legend>{t('programme.content.groups')}</legend>
        <p className={styles.hint}>{t('programme.groupsHint')}</p>
        {codes.map((group, index) => (
          <TextsField
            key={group}
            name={['groups', group]}
            label={t('programme.group', { number: index + 1 })}
          />
        ))}
        <Button
          size="small"
          onClick={() => form.setFieldValue(['groups', freeCode('group', codes)], { en: '' })}
        >
          {t('programme.add.group')}
        </Button>
      </fieldset>
      <Records kind="faq" list={list} initial={initial} />
    </>
  )
}
