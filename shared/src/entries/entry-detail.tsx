import { AI_USE, REALISATION, type EntryDraft } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { DefinitionList } from '@awards/shared/ui'
import type { ComponentProps, ReactNode } from 'react'
import styles from './entry-detail.module.css'

type Fact =
  | 'section'
  | 'realisation'
  | 'completion_date'
  | 'location_country'
  | 'materials'
  | 'dimensions'
  | 'ai_use'
  | 'ai_statement'

type EntryTexts = {
  /** Stands in place of a summary that is not written yet. */
  noSummary?: string
  /** Heading of the design statement. */
  statement: string
  /** Heading of the facts. */
  facts: string
  terms: Record<Fact, string>
  realisation: (name: string) => string
  aiUse: (name: string) => string
}

type EntryDetailProps = {
  answers: EntryDraft
  section: string
  /** The pictures, above the words. */
  gallery: ReactNode
  texts: EntryTexts
  /** Facts below those that every reader sees. */
  furtherFacts?: ComponentProps<typeof DefinitionList>['items']
}

const nameOf = (names: Record<string, number>, value: number | null | undefined) =>
  Object.entries(names).find(([, one]) => one === value)?.[0]

const paragraphs = (text: string | undefined) =>
  text?.split(/\n+/).map((paragraph, index) => <p key={index}>{paragraph}</p>)

/**
 * An entry to be read: pictures first, then the words. Each remote bundles it and gives the texts:
 * entrants read the questions of their form, jurors shorter terms.
 */
export function EntryDetail({
  answers,
  section,
  gallery,
  texts,
  furtherFacts = [],
}: EntryDetailProps) {
  const format = useFormat()
  const realisation = nameOf(REALISATION, answers.realisation)
  const aiUse = nameOf(AI_USE, answers.ai_use)
  const { completion_date, location_country } = answers
  const summary = answers.summary || texts.noSummary
  const facts: Record<Fact, ReactNode> = {
    section,
    realisation: realisation && texts.realisation(realisation),
    completion_date: completion_date && format.date(completion_date, 'month'),
    location_country: location_country && format.countryName(location_country),
    materials: answers.materials,
    dimensions: answers.dimensions,
    ai_use: aiUse && texts.aiUse(aiUse),
    ai_statement: answers.ai_statement,
  }
  return (
    <div className={styles.sheet}>
      {gallery}
      <div className={styles.words}>
        {summary && <p className={styles.summary}>{summary}</p>}
        {paragraphs(answers.description)}
        {answers.design_statement && (
          <>
            <h2 className={styles.heading}>{texts.statement}</h2>
            {paragraphs(answers.design_statement)}
          </>
        )}
        <h2 className={styles.heading}>{texts.facts}</h2>
        <DefinitionList
          items={[
            ...Object.entries(facts).map(([name, detail]) => ({
              term: texts.terms[name as Fact],
              detail,
            })),
            ...furtherFacts,
          ]}
        />
      </div>
    </div>
  )
}
