import { fieldErrors, useApiMutation } from '@awards/shared/client'
import { broadcasts, type BroadcastTarget, type BroadcastTexts } from '@awards/shared/contract'
import {
  AUDIENCES,
  broadcastVariables,
  LANGUAGES,
  type Audience,
  type Language,
} from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { useUnsavedWork } from '@awards/shared/session'
import { TextLink } from '@awards/shared/ui'
import { App, Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Refusal } from '../desk/refusal.tsx'
import styles from './mails.module.css'
import prepared from './prepared-texts.json'
import { PreviewDrawer } from './preview-drawer.tsx'
import { StartDialog, useAudience, useStart } from './start-dialog.tsx'
import { VIEW, type BroadcastValues, type Choices } from './view.ts'
import { TextArea } from '@awards/shared/forms/text-area'

type MailTextFieldsProps = {
  /** What may stand in the texts as `{{name}}`. */
  variables: readonly string[]
  languages: readonly Language[]
  name: (language: Language, part: 'subject' | 'body') => (string | number)[]
}

/** Subject and text of a mail in each language side by side, and the variables that they may have. */
function MailTextFields({ variables, languages, name }: MailTextFieldsProps) {
  const { t } = useTranslation('mails')
  return (
    <>
      <dl className={styles.variables} aria-label={t('variables')}>
        {variables.map((one) => (
          <div key={one}>
            <dt>
              <code>{`{{${one}}}`}</code>
            </dt>
            <dd>{t(`variable.${one}`)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.languages}>
        {languages.map((language) => (
          <fieldset key={language} className={styles.language}>
            <legend>
              {t(`language.${language}`)}
              <Missing name={name(language, 'subject')} isNeeded={language === 'en'} />
            </legend>
            <Form.Item name={name(language, 'subject')} label={t('subject')}>
              <Input
                lang={language}
                maxLength={150}
                aria-label={`${t('subject')}, ${t(`language.${language}`)}`}
              />
            </Form.Item>
            <Form.Item name={name(language, 'body')} label={t('body')}>
              <TextArea
                lang={language}
                rows={9}
                maxLength={5000}
                aria-label={`${t('body')}, ${t(`language.${language}`)}`}
              />
            </Form.Item>
          </fieldset>
        ))}
      </div>
    </>
  )
}

function Missing({ name, isNeeded }: { name: (string | number)[]; isNeeded: boolean }) {
  const { t } = useTranslation('mails')
  const value: unknown = Form.useWatch(name)
  if (value || isNeeded) return null
  return <em className={styles.missing}>{t('missing')}</em>
}

type BroadcastFormProps = {
  choices: Choices
  initial: BroadcastValues
  /** The draft that is edited; null for a new one. */
  begun: { broadcast_id: string; version: number } | null
}

/** Whether nothing was written: every subject and body is that of one prepared text. */
const isPrepared = (texts: BroadcastTexts) =>
  Object.values(prepared).some((one) =>
    LANGUAGES.every(
      (language) =>
        one[language].subject === texts[language].subject &&
        one[language].body === texts[language].body,
    ),
  )

/** A draft: who is written to and what, tried on a real person, and sent. */
export function BroadcastForm({ choices, initial, begun }: BroadcastFormProps) {
  const { t } = useTranslation('mails')
  const { message, modal } = App.useApp()
  const navigate = useNavigate()
  const [form] = Form.useForm<BroadcastValues>()
  // No more than these two: what is saved after them would hide what was typed.
  const [saved, setSaved] = useState(
    begun && { broadcast_id: begun.broadcast_id, version: begun.version },
  )
  const [isTouched, setTouched] = useState(false)
  const [shown, setShown] = useState<BroadcastValues>()
  const [save, saving] = useApiMutation(broadcasts.saveBroadcast)
  const [remove] = useApiMutation(broadcasts.removeBroadcast)
  const target = { ...initial, ...Form.useWatch([], { form, preserve: true }) }
  const start = useStart({ ...target, broadcast_id: '', version: 0, ...saved })
  useUnsavedWork(isTouched)

  /** Keeps the draft; undefined where a field was refused. */
  const keep = async () => {
    const values = { ...initial, ...form.getFieldsValue(true) } as BroadcastValues
    const { audience, edition_id, category_id, language, texts } = values
    const input = { audience, edition_id, category_id, language, texts }
    const result = await save({ ...input, ...saved })
    if (result.error) {
      form.setFields(fieldErrors(result.error) as Parameters<typeof form.setFields>[0])
      return undefined
    }
    setSaved(result.data)
    setTouched(false)
    return result.data
  }
  const keepAndTell = async () => {
    const kept = await keep()
    if (!kept) return
    void message.success(t('saved'))
    if (!begun) void navigate(`${VIEW}&broadcast=${kept.broadcast_id}`, { replace: true })
  }
  const askRemove = () =>
    void modal.confirm({
      title: t('removeAsk'),
      okText: t('remove'),
      okButtonProps: { danger: true },
      onOk: async () => {
        if (saved) await remove(saved)
        setTouched(false)
        void navigate(VIEW)
      },
    })
  const changeAudience = (audience: Audience) => {
    if (isPrepared(form.getFieldValue('texts') as BroadcastTexts)) {
      form.setFieldsValue({ texts: prepared[audience] })
    }
  }
  const isInField = fieldErrors(saving.error).length > 0
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initial}
      requiredMark={false}
      scrollToFirstError
      onValuesChange={() => setTouched(true)}
      onFinish={() => void keepAndTell()}
      className={styles.page ?? ''}
    >
      <TextLink to={VIEW} isBack>
        {t('back')}
      </TextLink>
      <h2>{t(begun ? 'edit' : 'new')}</h2>
      <TargetFields choices={choices} onAudience={changeAudience} />
      <People target={target} />
      <MailTextFields
        variables={broadcastVariables(target.audience)}
        name={(language, part) => ['texts', language, part]}
        languages={LANGUAGES}
      />
      {saving.error !== undefined && !isInField && <Refusal error={saving.error} />}
      <div className={styles.acts}>
        <Button
          type="primary"
          loading={saving.isLoading}
          onClick={() => void keep().then((kept) => kept && start.open())}
        >
          {t('send')}
        </Button>
        <Button htmlType="submit" disabled={saving.isLoading}>
          {t('save')}
        </Button>
        <Button
          onClick={() => setShown({ ...initial, ...form.getFieldsValue(true) } as BroadcastValues)}
        >
          {t('preview')}
        </Button>
        {saved && (
          <Button danger onClick={askRemove}>
            {t('remove')}
          </Button>
        )}
      </div>
      {shown && (
        <PreviewDrawer
          values={shown}
          onRefused={(error) =>
            form.setFields(fieldErrors(error) as Parameters<typeof form.setFields>[0])
          }
          onClose={() => setShown(undefined)}
        />
      )}
      {start.isOpen && saved && <StartDialog {...start} perMinute={choices.per_minute} />}
    </Form>
  )
}

/** A field in which nothing narrows the audience: an option of the list, and null for the server. */
const ALL_IS_NULL = {
  getValueProps: (value: unknown) => ({ value: value ?? '' }),
  normalize: (value: string) => value || null,
}

type TargetFieldsProps = { choices: Choices; onAudience: (audience: Audience) => void }

function TargetFields({ choices, onAudience }: TargetFieldsProps) {
  const { t } = useTranslation('mails')
  const all = { value: '', label: t('all') }
  return (
    <div className={styles.row}>
      <Form.Item name="audience" label={t('who')}>
        <Select
          options={AUDIENCES.map((value) => ({ value, label: t(`audience.${value}`) }))}
          onChange={onAudience}
        />
      </Form.Item>
      <Form.Item name="edition_id" label={t('edition')}>
        <Select options={choices.editions.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      <Form.Item name="category_id" label={t('category')} {...ALL_IS_NULL}>
        <Select
          options={[all, ...choices.categories.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      </Form.Item>
      <Form.Item name="language" label={t('accountLanguage')} {...ALL_IS_NULL}>
        <Select
          options={[all, ...LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))]}
        />
      </Form.Item>
    </div>
  )
}

/** How many people get the mail, and who of the audience does not. */
function People({ target }: { target: BroadcastTarget }) {
  const { t } = useTranslation('mails')
  const format = useFormat()
  const { data, isFetching } = useAudience(target)
  if (!data) return <p className={styles.people} role="status" />
  const { people, opted_out, bounced, languages } = data
  const count = people - opted_out - bounced
  return (
    <p className={styles.people} role="status" aria-busy={isFetching}>
      <strong>{t('people', { count, number: format.number(count) })}</strong>{' '}
      {people > 0 &&
        LANGUAGES.map((one) => `${t(`language.${one}`)} ${format.number(languages[one])}`).join(
          ' · ',
        )}{' '}
      {opted_out > 0 && t('optedOut', { count: opted_out })}{' '}
      {bounced > 0 && t('bounced', { count: bounced })}
    </p>
  )
}
