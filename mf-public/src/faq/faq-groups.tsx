import type { Faq } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import { markedHtml } from '../ui/highlight.ts'
import { Marked } from '../ui/marked.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { answerId, useOpenedQuestion } from './use-opened-question.ts'
import styles from './faq.module.css'

type FaqGroupsProps = {
  questions: readonly Faq[]
  /** What was looked for; it stands out in the texts. */
  words: readonly string[]
  isOpen: boolean
}

/** Questions by what they are about; each opens to its answer. */
export function FaqGroups({ questions, words, isOpen }: FaqGroupsProps) {
  const { t } = useTranslation('public')
  useOpenedQuestion()
  const groups = [...new Set(questions.map(({ group }) => group))]
  return groups.map((group) => (
    <section key={group} className={styles.group} aria-labelledby={`faq-${group}`}>
      <h2 id={`faq-${group}`} className={styles.heading}>
        {t(`faq.group.${group}`, { defaultValue: group })}
      </h2>
      <div>
        {questions
          .filter((each) => each.group === group)
          .map(({ id, question, html }) => (
            <details key={`${id}-${isOpen}`} className={styles.item} open={isOpen}>
              <summary className={styles.question}>
                <span>
                  <Marked text={question} words={words} />
                </span>
              </summary>
              <div id={answerId(id)} className={styles.answer}>
                <RichText html={markedHtml(html, words)} />
                <a href={`#${answerId(id)}`} className={styles.anchor}>
                  {t('faq.anchor')}
                </a>
              </div>
            </details>
          ))}
      </div>
    </section>
  ))
}
