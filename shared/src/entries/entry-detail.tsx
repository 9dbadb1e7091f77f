import type { AnsweredQuestion, AnswerFile } from '@awards/shared/contract'
import {
  AI_USE,
  ENTRY_FIELDS,
  JUROR_FACTS,
  REALISATION,
  type EntryDraft,
} from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { DefinitionList } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { ComponentProps, ReactNode } from 'react'
import styles from './entry-detail.module.css'

type EntryTexts = {
  /** Stands in place of a summary that is not written yet. */
  noSummary?: string
  /** Heading of the facts. */
  facts: string
  section: string
  choice: (field: 'realisation' | 'ai_use', name: string) => string
}

type EntryDetailProps = {
  /** Namespace of the remote, which has the labels of the fields. */
  namespace: 'entrant' | 'jury'
  answers: EntryDraft
  section: string
  /** Answers to questions of the programme, after the facts of every form. */
  questions?: readonly AnsweredQuestion[] | undefined
  /** The pictures, above the words. */
  gallery: ReactNode
  texts: EntryTexts
  /** Facts below those that every reader sees. */
  furtherFacts?: ComponentProps<typeof DefinitionList>['items']
}

const CHOICES = { realisation: REALISATION, ai_use: AI_USE }

const paragraphs = (text: string | undefined) =>
  text?.split(/\n+/).map((paragraph, index) => <p key={index}>{paragraph}</p>)

/** The file of an answer, to be saved. */
export const FileLink = ({ file: { name, url } }: { file: AnswerFile }) => (
  <a href={url} download>
    {name}
  </a>
)

/** An answer in words, by the kind of its field. */
function useFact(answers: EntryDraft, choice: EntryTexts['choice']) {
  const format = useFormat()
  return (name: (typeof JUROR_FACTS)[number]): ReactNode => {
    if (name === 'realisation' || name === 'ai_use') {
      const chosen = Object.entries(CHOICES[name]).find(([, value]) => value === answers[name])
      return chosen && choice(name, chosen[0])
    }
    const value = answers[name]
    if (!value) return undefined
    if (ENTRY_FIELDS[name].kind === 'date') return format.date(value, 'month')
    return ENTRY_FIELDS[name].kind === 'country' ? format.countryName(value) : value
  }
}

/**
 * An entry to be read: pictures first, then the words, then a row for every fact that jurors read. Each remote bundles
 * it and gives the texts.
 */
export function EntryDetail({
  namespace,
  answers,
  section,
  questions = [],
  gallery,
  texts,
  furtherFacts = [],
}: EntryDetailProps) {
  const { t, i18n } = useTranslation(namespace)
  const fact = useFact(answers, texts.choice)
  // The shell brings the table: it may have a field that this release of the remote has no label of.
  const facts = JUROR_FACTS.filter((name) => i18n.exists(`field.${name}`, { ns: namespace }))
  const summary = answers.summary || texts.noSummary
  return (
    <div className={styles.sheet}>
      {gallery}
      <div className={styles.words}>
        {summary && <p className={styles.summary}>{summary}</p>}
        {paragraphs(answers.description)}
        {answers.design_statement && (
          <>
            <h2 className={styles.heading}>{t('field.design_statement')}</h2>
            {paragraphs(answers.design_statement)}
          </>
        )}
        <h2 className={styles.heading}>{texts.facts}</h2>
        <DefinitionList
          items={[
            { term: texts.section, detail: section },
            ...facts.map((name) => ({ term: t(`field.${name}`), detail: fact(name) })),
            ...questions.map(({ label, text, file }) => ({
              term: label,
              detail: file ? <FileLink file={file} /> : text,
            })),
            ...furtherFacts,
          ]}
        />
      </div>
    </div>
  )
}
