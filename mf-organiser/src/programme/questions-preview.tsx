import type { FormQuestion } from '@awards/shared/contract'
import { inLanguage, type Language, type Question } from '@awards/shared/domain'
import { QuestionField, type FileControlProps } from '@awards/shared/forms/question-field'
import { useLanguage } from '@awards/shared/i18n'
import { Button, Form, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './programme.module.css'

const LANGUAGES = ['en', 'fr', 'zh'] as const

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
export function QuestionsPreview({ questions }: { questions: readonly Question[] }) {
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
