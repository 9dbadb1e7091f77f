import type { Faq } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import { RichText } from '../ui/rich-text.tsx'
import styles from './faq.module.css'

type FaqGroupsProps = { questions: readonly Faq[]; isOpen: boolean }

/** Questions by what they are about; each opens to its answer. */
export function FaqGroups({ questions, isOpen }: FaqGroupsProps) {
  const { t } = useTranslation('public')
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
              <summary className={styles.question}>{question}</summary>
              <div className={styles.answer}>
                <RichText html={html} />
              </div>
            </details>
          ))}
      </div>
    </section>
  ))
}
