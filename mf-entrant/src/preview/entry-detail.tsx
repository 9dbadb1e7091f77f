import type { EntryFile, FormQuestion } from '@awards/shared/contract'
import { answerText, fieldsWith, type EntryDraft } from '@awards/shared/domain'
import { EntryDetail } from '@awards/shared/entries/entry-detail'
import { DefinitionList, EntryGallery } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './hidden-answers.module.css'

type OwnEntryDetailProps = {
  answers: EntryDraft
  files: readonly EntryFile[]
  section: string
  questions: readonly FormQuestion[]
}

/** Answers to questions of the programme that jurors read, or those that they do not. */
const answered = (questions: readonly FormQuestion[], answers: EntryDraft, isHidden: boolean) =>
  questions
    .filter(({ jurors }) => (jurors === 'hidden') === isHidden)
    .map((question) => ({
      code: question.code,
      label: question.label,
      text: answerText(question, answers.questions?.[question.code], (label) => label),
    }))
    .filter(({ text }) => text)

/** The entrant's entry as the jury reads it. */
export function OwnEntryDetail({ answers, files, section, questions }: OwnEntryDetailProps) {
  const { t } = useTranslation('entrant')
  return (
    <EntryDetail
      namespace="entrant"
      answers={answers}
      section={section}
      questions={answered(questions, answers, false)}
      gallery={
        <EntryGallery
          files={files}
          label={t('sheet.pictures', { title: answers.title ?? '' })}
          none={t('sheet.noPictures')}
          open={(number) => t('sheet.open', { number })}
        />
      }
      texts={{
        noSummary: t('sheet.noSummary'),
        facts: t('sheet.facts'),
        section: t('begin.section'),
        choice: (field, name) => t(`${field === 'ai_use' ? 'aiUse' : field}.${name}`),
      }}
    />
  )
}

/** Credits first: they say most about the authors. */
const HIDDEN = [
  ...fieldsWith({ jurors: 'hidden', step: 4 }),
  ...fieldsWith({ jurors: 'hidden', step: 2 }),
  ...fieldsWith({ jurors: 'hidden', step: 3 }),
]

type HiddenAnswersProps = Omit<OwnEntryDetailProps, 'section'>

/** What an entry says about its authors, and what jurors are therefore not shown. */
export function HiddenAnswers({ answers, files, questions }: HiddenAnswersProps) {
  const { t, i18n } = useTranslation('entrant')
  const credits = [...new Set(files.flatMap(({ credit }) => credit ?? []))]
  const pdf = files.find(({ kind }) => kind === 'pdf')
  const detailOf = (name: (typeof HIDDEN)[number]) =>
    name === 'designers'
      ? answers.designers
          ?.map(({ name: designer, role }) => [designer, role].filter(Boolean).join(', '))
          .join(' · ')
      : answers[name]
  const items = [
    ...HIDDEN.filter((name) => i18n.exists(`field.${name}`, { ns: 'entrant' })).map((name) => ({
      term: t(`field.${name}`),
      detail: detailOf(name),
    })),
    ...answered(questions, answers, true).map(({ label, text }) => ({ term: label, detail: text })),
    { term: t('sheet.photographs'), detail: credits.join(', ') },
    { term: t('sheet.document'), detail: pdf && (pdf.original_name ?? 'PDF') },
  ]
  if (items.every(({ detail }) => !detail)) return null
  return (
    <section className={styles.hidden} aria-labelledby="hidden">
      <h2 id="hidden">{t('sheet.hidden')}</h2>
      <p>{t('sheet.hiddenHelp')}</p>
      <DefinitionList items={items} />
    </section>
  )
}
