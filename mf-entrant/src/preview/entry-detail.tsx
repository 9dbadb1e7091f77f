import type { AnsweredQuestion, AnswerFile, EntryFile, FormQuestion } from '@awards/shared/contract'
import { answerText, fieldsWith, type EntryDraft } from '@awards/shared/domain'
import { EntryDetail, FileLink } from '@awards/shared/entries/entry-detail'
import { DefinitionList, EntryGallery } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './hidden-answers.module.css'

type OwnEntryDetailProps = {
  answers: EntryDraft
  files: readonly EntryFile[]
  section: string
  questions: readonly FormQuestion[]
  /** The files among the answers. */
  answerFiles: readonly AnswerFile[]
}

/** Answers to questions of the programme that jurors read, or those that they do not. */
function answered(
  {
    questions,
    answers,
    answerFiles,
  }: Pick<OwnEntryDetailProps, 'questions' | 'answers' | 'answerFiles'>,
  isHidden: boolean,
): AnsweredQuestion[] {
  return questions
    .filter(({ jurors }) => (jurors === 'hidden') === isHidden)
    .flatMap((question) => {
      const answer = answers.questions?.[question.code]
      const file =
        question.kind === 'file' ? answerFiles.find(({ file_id }) => file_id === answer) : undefined
      const text = answerText(
        question,
        answer,
        (label) => label,
        () => file?.name,
      )
      const { code, label } = question
      return text ? [{ code, label, text, ...(file && { file }) }] : []
    })
}

/** Pictures that answer a question as jurors see them: after those of the entry, under the words of the question. */
const asPictures = (answers: readonly AnsweredQuestion[], from: number): EntryFile[] =>
  answers.flatMap(({ label, file }, index) =>
    file?.picture
      ? {
          file_id: file.file_id,
          kind: 'image',
          sort: from + index,
          alt: label,
          credit: null,
          picture: { ...file.picture, alt: label },
          original_name: null,
        }
      : [],
  )

/** The entrant's entry as the jury reads it. */
export function OwnEntryDetail(props: OwnEntryDetailProps) {
  const { answers, files, section } = props
  const { t } = useTranslation('entrant')
  const shown = answered(props, false)
  return (
    <EntryDetail
      namespace="entrant"
      answers={answers}
      section={section}
      questions={shown.filter(({ file }) => !file)}
      gallery={
        <EntryGallery
          files={[...files, ...asPictures(shown, files.length)]}
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
export function HiddenAnswers(props: HiddenAnswersProps) {
  const { answers, files } = props
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
    ...answered(props, true).map(({ label, text, file }) => ({
      term: label,
      detail: file ? <FileLink file={file} /> : text,
    })),
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
