import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/calls'
import { POLICY_TYPES } from '@awards/shared/rules'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { EmptyState, Page, PageHeader, TextLink, usePageHead } from '@awards/shared/ui'
import { useServerRenderedForm } from '@awards/shared/forms/use-server-rendered-form'
import { useTranslation } from 'react-i18next'
import { useSearchParams, useLocation } from 'react-router-dom'
import type { Faq } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { plainText, RichText } from '../ui/rich-text.tsx'
import { pageAddress, useBreadcrumbs } from '../structured-data/schema-org.ts'
import { QueryState } from '../ui/query-state.tsx'
import { useEffect } from 'react'
import styles from './faq.module.css'
import { SearchField } from '@awards/shared/ui/native/search-field'

type Stretch = { text: string; isHit: boolean }

/** A letter without accent and capital, so that "cout" finds "Coût", and "l'IA" finds "l’IA". */
const foldedLetter = (letter: string) =>
  letter.normalize('NFD').replace(/\p{M}/gu, '').replace('’', "'").toLowerCase()

const folded = (text: string): string => [...text].map(foldedLetter).join('')

/** The words of a keyword, folded for comparison with a folded text. */
export const wordsOf = (keyword: string): readonly string[] =>
  folded(keyword).split(/\s+/).filter(Boolean)

/** Splits a text into stretches that match one of the words and stretches that do not. */
export function stretches(text: string, words: readonly string[]): readonly Stretch[] {
  const letters = [...text]
  const plain = letters.map(foldedLetter)
  // Where each letter begins in the folded text, which may be shorter or longer than the text.
  let length = 0
  const starts = plain.map((letter) => (length += letter.length) - letter.length)
  const whole = plain.join('')
  const hits = new Set<number>()
  for (const word of words) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
      starts.forEach((start, index) => {
        if (start >= at && start < at + word.length) hits.add(index)
      })
    }
  }
  const found: Stretch[] = []
  letters.forEach((letter, index) => {
    const isHit = hits.has(index)
    const last = found.at(-1)
    if (last?.isHit === isHit) last.text += letter
    else found.push({ text: letter, isHit })
  })
  return found
}

/** The programme's HTML with the words marked in its texts; tags and entities are left alone. */
export const markedHtml = (html: string, words: readonly string[]): string =>
  words.length === 0
    ? html
    : html
        .split(/(<[^>]*>|&[^;\s]+;)/)
        .map((part, index) =>
          index % 2 === 1
            ? part
            : stretches(part, words)
                .map(({ text, isHit }) => (isHit ? `<mark>${text}</mark>` : text))
                .join(''),
        )
        .join('')

/** The questions that contain every word, in the question or its answer. */
export const findQuestions = (
  questions: readonly Faq[],
  words: readonly string[],
): readonly Faq[] =>
  questions.filter(({ question, html }) => {
    const text = folded(`${question} ${plainText(html)}`)
    return words.every((word) => text.includes(word))
  })

/** The questions as a schema.org FAQPage. */
const questionFacts = (questions: readonly Faq[], language: Language): object => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  url: pageAddress(paths.faq, language),
  mainEntity: questions.map(({ question, html }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: plainText(html) },
  })),
})

/** A text in which the words somebody looked for stand out. */
const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  stretches(text, words).map((part, index) =>
    part.isHit ? <mark key={index}>{part.text}</mark> : part.text,
  )

/** Identifier of the answer to a question; an address that ends with it opens the question. */
const answerId = (question: string) => `question-${question}`

/** Opens the question that the address points at. A browser does so by itself when it loads a page. */
function useOpenedQuestion() {
  const { hash } = useLocation()
  useEffect(() => {
    const answer = hash ? document.getElementById(hash.slice(1)) : null
    const question = answer?.closest('details')
    if (!answer || !question) return
    question.open = true
    answer.scrollIntoView()
  }, [hash])
}

type FaqSearchProps = { keyword: string; onSearch: (keyword: string) => void }

/** The most that is looked for. */
const KEYWORD_LENGTH = 80

const keywordOf = (form: HTMLFormElement) => String(new FormData(form).get('q') ?? '')

/** Looks through the questions: with every letter, or where no script runs with the button. */
function FaqSearch({ keyword, onSearch }: FaqSearchProps) {
  const { t } = useTranslation('public')
  const form = useServerRenderedForm((changed) => onSearch(keywordOf(changed)))
  return (
    <form
      ref={form}
      role="search"
      method="get"
      className={styles.search}
      onChange={({ currentTarget }) => onSearch(keywordOf(currentTarget))}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(keywordOf(event.currentTarget))
      }}
    >
      <SearchField
        name="q"
        label={t('faq.search')}
        action={t('faq.find')}
        defaultValue={keyword}
        maxLength={KEYWORD_LENGTH}
      />
    </form>
  )
}

type FaqGroupsProps = {
  questions: readonly Faq[]
  /** What was looked for; it stands out in the texts. */
  words: readonly string[]
  isOpen: boolean
}

/** Questions by what they are about; each opens to its answer. */
function FaqGroups({ questions, words, isOpen }: FaqGroupsProps) {
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

/** So few answers are shown at once, without being opened one by one. */
const FEW = 3

export function Component() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const [query, setQuery] = useSearchParams()
  const keyword = (query.get('q') ?? '').slice(0, KEYWORD_LENGTH)
  const words = wordsOf(keyword)
  const isSearch = words.length > 0
  const answer = useApiQuery(publication.privacyPolicyAndFaqs, { type: POLICY_TYPES.faq })
  const breadcrumbs = useBreadcrumbs({ name: t('nav.faq'), path: paths.faq })
  usePageHead({
    title: t('nav.faq'),
    description: t('faq.describe'),
    facts: answer.data ? [breadcrumbs, questionFacts(answer.data.faq, language)] : [breadcrumbs],
    index: !isSearch,
  })
  return (
    <Page>
      <PageHeader size="display" title={t('nav.faq')} lead={t('faq.lead')} />
      <FaqSearch
        keyword={keyword}
        onSearch={(next) =>
          setQuery(next ? { q: next } : {}, { replace: true, preventScrollReset: true })
        }
      />
      <QueryState query={answer} minHeight="page">
        {({ faq }) => {
          const found = findQuestions(faq, words)
          return (
            <>
              <p className={styles.count} role="status">
                {isSearch && t('faq.count', { count: found.length })}
              </p>
              {found.length > 0 ? (
                <FaqGroups
                  questions={found}
                  words={words}
                  isOpen={isSearch && found.length <= FEW}
                />
              ) : (
                <EmptyState
                  title={isSearch ? t('faq.none', { keyword }) : t('faq.empty')}
                  action={<TextLink to={paths.contact}>{t('faq.ask')}</TextLink>}
                >
                  {t('faq.noneText')}
                </EmptyState>
              )}
            </>
          )
        }}
      </QueryState>
      <p className={styles.more}>
        {t('faq.more')} <TextLink to={paths.contact}>{t('faq.ask')}</TextLink>
      </p>
    </Page>
  )
}
