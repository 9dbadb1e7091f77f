import { useApiQuery } from '@awards/shared/client'
import {
  programmeDesk,
  type CategoriesDocument,
  type FormQuestion,
  type QuestionsDocument,
} from '@awards/shared/contract'
import {
  FILE_KINDS,
  inLanguage,
  LANGUAGES,
  QUESTION_CODE,
  QUESTION_KINDS,
  QUESTION_LIMITS,
  SECTION_CODES,
  VIEWS_OF_KIND,
  type FileKind,
  type Language,
  type Question,
  type QuestionKind,
} from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { Button, Checkbox, Form, InputNumber, Radio, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { CodeField, TextsField } from './fields.tsx'
import { codeFrom } from './new-documents.ts'
import styles from './programme.module.css'
import { RecordsField } from './records-field.tsx'
import { QuestionField, type FileControlProps } from '@awards/shared/forms/question-field'
import { useState } from 'react'

/** A question as the form asks it, in one language. */
const asked = (
  { help, label, choices, ...question }: Question,
  language: Language,
): FormQuestion => ({
  ...question,
  label: inLanguage(label, language),
  help: help?.en ? inLanguage(help, language) : null,
  choices: choices
    .filter(({ code }) => code)
    .map((choice) => ({ code: choice.code, label: inLanguage(choice.label, language) })),
})

/** The button of a file; nothing is sent from here. */
function FilePreview({ id }: FileControlProps) {
  const { t } = useTranslation('organiser')
  return <Button id={id}>{t('programme.chooseFile')}</Button>
}

/** The questions as an entrant answers them on a phone; what is tried here is sent nowhere. */
function QuestionsPreview({ questions }: { questions: readonly Question[] }) {
  const { t } = useTranslation('organiser')
  const own = useLanguage()
  const [language, setLanguage] = useState<Language>(own)
  const shown = questions.filter(({ code, label }) => code && label.en)
  return (
    <section className={styles.preview} aria-labelledby="questions-preview">
      <div className={styles.head}>
        <h3 id="questions-preview">{t('programme.preview')}</h3>
        <Segmented
          size="small"
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((value) => ({ value, label: value.toUpperCase() }))}
          aria-label={t('programme.previewLanguage')}
        />
      </div>
      <div className={styles.phone} lang={language}>
        {shown.length === 0 && <p className={styles.hint}>{t('programme.noQuestions')}</p>}
        <Form component={false} layout="vertical" requiredMark validateTrigger="onBlur">
          {shown.map((question) => (
            <QuestionField
              key={question.code}
              question={asked(question, language)}
              file={FilePreview}
            />
          ))}
        </Form>
      </div>
    </section>
  )
}

const LIST = ['list']

/** What the entry form asks besides its usual fields, with the form as an entrant sees it on a phone. */
export function QuestionsForm({ initial }: { initial: QuestionsDocument }) {
  const { t } = useTranslation('organiser')
  const known = new Set(initial.list.map(({ code }) => code))
  const questions = (Form.useWatch(LIST, { preserve: true }) ?? initial.list) as Question[]
  return (
    <div className={styles.questions}>
      <div>
        <p className={styles.hint}>{t('programme.questionsHint')}</p>
        <RecordsField<Question>
          name={LIST}
          words={{ add: t('programme.addQuestion'), untitled: t('programme.untitledQuestion') }}
          begin={() => ({
            code: '',
            kind: 'text',
            label: { en: '' },
            sections: [],
            categories: [],
            required: false,
            choices: [],
            file_kinds: [],
            jurors: 'redacted',
            public: false,
          })}
          titleOf={({ label }) => label}
          factsOf={({ kind, required }) =>
            [t(`programme.questionKind.${kind}`), required && t('programme.isRequired')]
              .filter(Boolean)
              .join(', ')
          }
        >
          {(place, { code }) => <QuestionFields place={place} isKnown={known.has(code)} />}
        </RecordsField>
      </div>
      <QuestionsPreview questions={questions} />
    </div>
  )
}

type QuestionFieldsProps = { place: number; isKnown: boolean }

function QuestionFields({ place, isKnown }: QuestionFieldsProps) {
  const { t } = useTranslation('organiser')
  const form = Form.useFormInstance()
  const at = (field: string) => [...LIST, place, field]
  const question = Form.useWatch([...LIST, place], { form, preserve: true }) as Question | undefined
  const kind: QuestionKind = question?.kind ?? 'text'
  const isText = kind === 'text' || kind === 'long_text'
  const isChoice = kind === 'choice' || kind === 'choices'
  const isPdf = kind === 'file' && question?.file_kinds.includes('pdf') === true
  const views = isPdf ? (['hidden'] as const) : VIEWS_OF_KIND[kind]

  /** What the new kind does not have goes, so that the question is one that can be saved. */
  const setKind = (next: QuestionKind) => {
    form.setFieldValue(at('minimum'), undefined)
    form.setFieldValue(at('maximum'), undefined)
    if (next !== 'choice' && next !== 'choices') form.setFieldValue(at('choices'), [])
    form.setFieldValue(at('file_kinds'), next === 'file' ? [...FILE_KINDS] : [])
    const [view] = VIEWS_OF_KIND[next]
    if (question && !VIEWS_OF_KIND[next].includes(question.jurors)) {
      form.setFieldValue(at('jurors'), view)
    }
    if (next === 'consent' || next === 'file') form.setFieldValue(at('public'), false)
  }
  /** A PDF is always hidden, so a question that allows one is. */
  const setFileKinds = (next: FileKind[]) => {
    if (next.includes('pdf')) form.setFieldValue(at('jurors'), 'hidden')
  }
  /** The code follows the English words until somebody writes another. The form knows the last key before React does. */
  const suggestCode = () => {
    const { code, label } = form.getFieldValue([...LIST, place]) as Question
    if (!code) form.setFieldValue(at('code'), codeFrom(label.en))
  }
  return (
    <>
      <div onBlur={suggestCode}>
        <TextsField within={LIST} name={[place, 'label']} label={t('programme.field.label')} />
      </div>
      <TextsField
        within={LIST}
        name={[place, 'help']}
        label={t('programme.field.help')}
        isOptional
      />
      <div className={styles.row}>
        <Form.Item name={[place, 'kind']} label={t('programme.field.kind')}>
          <Select
            onChange={setKind}
            options={QUESTION_KINDS.map((value) => ({
              value,
              label: t(`programme.questionKind.${value}`),
            }))}
          />
        </Form.Item>
        <CodeField
          name={[place, 'code']}
          label={t('programme.field.code')}
          isKnown={isKnown}
          pattern={QUESTION_CODE}
          needed={t('programme.questionCodeNeeded')}
          hint={t('programme.questionCodeHint')}
          maxLength={40}
        />
        {(isText || kind === 'number') && <Limits place={place} kind={kind} />}
        {kind === 'file' && (
          <Form.Item
            name={[place, 'maximum']}
            label={t('programme.fileMaximum')}
            extra={t('programme.fileMaximumHint', { megabytes: QUESTION_LIMITS.file })}
          >
            <InputNumber min={1} max={QUESTION_LIMITS.file} precision={0} />
          </Form.Item>
        )}
      </div>
      {kind === 'file' && (
        <Form.Item
          name={[place, 'file_kinds']}
          label={t('programme.field.file_kinds')}
          rules={[
            // Not `required`: a group of boxes may not have `aria-required`.
            {
              validator: (_rule, chosen: readonly FileKind[] = []) =>
                chosen.length > 0
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('programme.fileKindsNeeded'))),
            },
          ]}
        >
          <Checkbox.Group
            onChange={setFileKinds}
            options={FILE_KINDS.map((value) => ({
              value,
              label: t(`programme.fileKind.${value}`),
            }))}
          />
        </Form.Item>
      )}
      {isChoice && <Choices place={place} />}
      <Form.Item name={[place, 'required']} valuePropName="checked">
        <Checkbox>{t('programme.field.required')}</Checkbox>
      </Form.Item>
      <Places place={place} />
      <Form.Item
        name={[place, 'jurors']}
        label={t('programme.field.jurors')}
        extra={
          views.length === 1
            ? t(`programme.onlyHidden.${kind}`)
            : kind === 'file' && t('programme.shownPicture')
        }
      >
        <Radio.Group
          options={views.map((value) => ({
            value,
            label: t(`programme.jurorView.${value}`),
          }))}
        />
      </Form.Item>
      {kind !== 'consent' && kind !== 'file' && (
        <Form.Item name={[place, 'public']} valuePropName="checked">
          <Checkbox>{t('programme.field.public')}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}

function Limits({ place, kind }: { place: number; kind: 'text' | 'long_text' | 'number' }) {
  const { t } = useTranslation('organiser')
  const isNumber = kind === 'number'
  const limits = isNumber ? undefined : QUESTION_LIMITS[kind]
  const unit = isNumber ? 'value' : 'length'
  return (
    <>
      {(['minimum', 'maximum'] as const).map((name) => (
        <Form.Item key={name} name={[place, name]} label={t(`programme.${unit}.${name}`)}>
          <InputNumber
            {...(limits && { min: 0, max: limits.most, precision: 0 })}
            {...(limits && name === 'maximum' && { placeholder: String(limits.usual) })}
          />
        </Form.Item>
      ))}
    </>
  )
}

function Choices({ place }: { place: number }) {
  const { t } = useTranslation('organiser')
  const form = Form.useFormInstance()
  const suggestCode = (index: number) => {
    const path = [...LIST, place, 'choices', index]
    const { code, label } = form.getFieldValue(path) as Question['choices'][number]
    if (!code) form.setFieldValue([...path, 'code'], codeFrom(label.en))
  }
  return (
    <fieldset className={styles.spans}>
      <legend>{t('programme.field.choices')}</legend>
      <Form.List name={[place, 'choices']}>
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className={styles.choice} onBlur={() => suggestCode(name)}>
                <TextsField
                  within={[...LIST, place, 'choices']}
                  name={[name, 'label']}
                  label={t('programme.choice', { number: name + 1 })}
                />
                <Button
                  size="small"
                  aria-label={t('programme.takeAway', {
                    name: t('programme.choice', { number: name + 1 }),
                  })}
                  onClick={() => remove(name)}
                >
                  ✕
                </Button>
              </div>
            ))}
            <Button size="small" onClick={() => add({ code: '', label: { en: '' } })}>
              {t('programme.addChoice')}
            </Button>
          </>
        )}
      </Form.List>
    </fieldset>
  )
}

/** Sections and categories that are asked. */
function Places({ place }: { place: number }) {
  const { t } = useTranslation('organiser')
  const language = useLanguage()
  const { data } = useApiQuery(programmeDesk.document, { file: 'categories.yaml' })
  const groups = ((data?.document as CategoriesDocument | null | undefined)?.list ?? []).map(
    ({ name, categories }) => ({
      label: name[language] ?? name.en,
      options: categories.map((one) => ({
        value: one.code,
        label: one.name[language] ?? one.name.en,
      })),
    }),
  )
  return (
    <div className={styles.row}>
      <Form.Item
        name={[place, 'sections']}
        label={t('programme.field.sections')}
        extra={t('programme.allIfNone')}
      >
        <Select
          mode="multiple"
          options={SECTION_CODES.map((value) => ({
            value,
            label: t(`programme.sections.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name={[place, 'categories']}
        label={t('programme.field.categories')}
        extra={t('programme.allIfNone')}
      >
        <Select mode="multiple" options={groups} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
    </div>
  )
}
