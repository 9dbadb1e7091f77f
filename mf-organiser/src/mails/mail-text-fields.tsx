import type { Language } from '@awards/shared/domain'
import { TextArea } from '@awards/shared/forms/text-area'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './mails.module.css'

type MailTextFieldsProps = {
  /** What may stand in the texts as `{{name}}`. */
  variables: readonly string[]
  languages: readonly Language[]
  name: (language: Language, part: 'subject' | 'body') => (string | number)[]
}

/** Subject and text of a mail in each language side by side, and the variables that they may have. */
export function MailTextFields({ variables, languages, name }: MailTextFieldsProps) {
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
