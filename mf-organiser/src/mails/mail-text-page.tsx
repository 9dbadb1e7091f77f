import { fieldErrors, useApiMutation, useApiQuery } from '@awards/shared/client'
import { mailTexts, type EditableMail } from '@awards/shared/contract'
import { LANGUAGES, MAIL_PARTS, type Language, type MailParts } from '@awards/shared/domain'
import { TextArea } from '@awards/shared/forms/text-area'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { useUnsavedWork } from '@awards/shared/session'
import { QueryState, TextLink } from '@awards/shared/ui'
import { App, Button, Drawer, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../desk/refusal.tsx'
import styles from './mails.module.css'
import { MailPaper } from './preview-drawer.tsx'
import { TEXTS } from './view.ts'

/** One mail: its text in the language that is chosen, and its versions. */
export function MailTextPage({ template }: { template: string }) {
  const query = useApiQuery(mailTexts.mail, { template })
  return <QueryState query={query}>{(mail) => <MailText mail={mail} />}</QueryState>
}

function MailText({ mail }: { mail: EditableMail }) {
  const { t } = useTranslation('mails')
  const [language, setLanguage] = useState<Language>(useLanguage())
  const [isTouched, setTouched] = useState(false)
  // What somebody else saves meanwhile is read once nothing is typed here; until then a save is refused, and told.
  const newest = mail.versions[0]?.id ?? null
  const [after, setAfter] = useState(newest)
  if (!isTouched && after !== newest) setAfter(newest)
  const choose = (of: Language) => {
    setLanguage(of)
    setTouched(false)
  }
  return (
    <div className={styles.page}>
      <TextLink to={TEXTS} isBack>
        {t('allTexts')}
      </TextLink>
      <h2>{mail.title}</h2>
      <Radio.Group
        className={styles.choice ?? ''}
        aria-label={t('textLanguage')}
        value={language}
        disabled={isTouched}
        options={LANGUAGES.map((value) => ({
          value,
          label: mail.texts[value].written
            ? t('written', { language: t(`language.${value}`) })
            : t(`language.${value}`),
        }))}
        onChange={({ target }) => choose(target.value as Language)}
        optionType="button"
      />
      {isTouched && <p className={styles.hint}>{t('saveFirst')}</p>}
      <MailTextForm
        key={`${language} ${after}`}
        {...{ mail, language, after, isTouched, setTouched }}
      />
      <Versions mail={mail} />
    </div>
  )
}

type MailTextFormProps = {
  mail: EditableMail
  language: Language
  /** The newest version when the form began. */
  after: string | null
  isTouched: boolean
  setTouched: (isTouched: boolean) => void
}

function MailTextForm({ mail, language, after, isTouched, setTouched }: MailTextFormProps) {
  const { t } = useTranslation('mails')
  const { message } = App.useApp()
  const [form] = Form.useForm<{ parts: MailParts }>()
  const [save, saving] = useApiMutation(mailTexts.saveMail)
  const [preview, shown] = useApiMutation(mailTexts.previewMail)
  const [test, testing] = useApiMutation(mailTexts.testMail)
  useUnsavedWork(isTouched)

  const { template, variables } = mail
  const { original, written, required } = mail.texts[language]
  const draft = () => ({ template, language, parts: form.getFieldsValue().parts })
  const refuse = (error: unknown) =>
    form.setFields(fieldErrors(error) as Parameters<typeof form.setFields>[0])
  const put = async (parts: MailParts | null) => {
    const result = await save({ template, language, parts, after })
    if (result.error) return refuse(result.error)
    setTouched(false)
    void message.success(t(parts ? 'textSaved' : 'originalBack'))
  }
  const show = async () => {
    const result = await preview(draft())
    if (result.error) refuse(result.error)
  }
  const send = async () => {
    const result = await test(draft())
    if (result.error) refuse(result.error)
    else void message.success(t('tested', { to: result.data.to }))
  }
  const failure = saving.error ?? shown.error ?? testing.error
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ parts: written ?? original }}
      requiredMark={false}
      onValuesChange={() => setTouched(true)}
      onFinish={({ parts }) => void put(parts)}
    >
      <p className={styles.hint}>
        {t('mayHave')}{' '}
        {variables.map((one) => (
          <code key={one}>{`{{${one}}} `}</code>
        ))}
      </p>
      {required.length > 0 && (
        <p className={styles.hint}>
          {t('hasToKeep')}{' '}
          {required.map((one) => (
            <code key={one}>{`{{${one}}} `}</code>
          ))}
        </p>
      )}
      {MAIL_PARTS.filter((part) => original[part] !== undefined).map((part) => (
        <Form.Item key={part} name={['parts', part]} label={t(`part.${part}`)}>
          {part === 'body' || part === 'note' ? (
            <TextArea lang={language} rows={part === 'body' ? 6 : 2} maxLength={5000} />
          ) : (
            <Input lang={language} maxLength={150} />
          )}
        </Form.Item>
      ))}
      {failure !== undefined && fieldErrors(failure).length === 0 && <Refusal error={failure} />}
      <div className={styles.acts}>
        <Button type="primary" htmlType="submit" loading={saving.isLoading}>
          {t('saveText')}
        </Button>
        <Button loading={shown.isLoading} onClick={() => void show()}>
          {t('preview')}
        </Button>
        <Button loading={testing.isLoading} onClick={() => void send()}>
          {t('test')}
        </Button>
        {written && (
          <Button danger disabled={saving.isLoading} onClick={() => void put(null)}>
            {t('backToOriginal')}
          </Button>
        )}
      </div>
      <Drawer
        open={shown.data !== undefined}
        size="large"
        title={t('preview')}
        onClose={() => shown.reset()}
      >
        <p className={styles.hint}>{t('previewOfEntry')}</p>
        {shown.data && <MailPaper {...shown.data} language={language} />}
      </Drawer>
    </Form>
  )
}

/** Who has written what and when; an old text is read here and copied from. */
function Versions({ mail: { versions } }: { mail: EditableMail }) {
  const { t } = useTranslation('mails')
  const format = useFormat()
  if (versions.length === 0) return null
  return (
    <section>
      <h3>{t('versions')}</h3>
      <ul role="list" className={styles.versions}>
        {versions.map(({ id, language, changed_at, changed_by, parts }) => (
          <li key={id}>
            <details>
              <summary>
                {t('version', {
                  date: format.date(changed_at, 'datetime'),
                  name: changed_by,
                  language: t(`language.${language}`),
                })}
              </summary>
              {parts ? (
                <MailPaper
                  subject={parts.subject ?? ''}
                  text={parts.body ?? ''}
                  language={language}
                />
              ) : (
                <p>{t('versionOriginal')}</p>
              )}
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
