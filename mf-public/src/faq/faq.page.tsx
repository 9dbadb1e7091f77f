import { POLICY_TYPES } from '@awards/shared/rules'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { EmptyState, Page, PageHeader, TextLink, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { questionFacts } from '../facts/questions.ts'
import { useBreadcrumbs } from '../facts/use-breadcrumbs.ts'
import { usePublicPolicyQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { wordsOf } from '../ui/highlight.ts'
import { FaqGroups } from './faq-groups.tsx'
import { FaqSearch, KEYWORD_LENGTH } from './faq-search.tsx'
import { findQuestions } from './find-questions.ts'
import styles from './faq.module.css'

/** So few answers are shown at once, without being opened one by one. */
const FEW = 3

export function Component() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const [query, setQuery] = useSearchParams()
  const keyword = (query.get('q') ?? '').slice(0, KEYWORD_LENGTH)
  const words = wordsOf(keyword)
  const isSearch = words.length > 0
  const answer = usePublicPolicyQuery({ type: POLICY_TYPES.faq })
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
      <Answered query={answer} room="page">
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
      </Answered>
      <p className={styles.more}>
        {t('faq.more')} <TextLink to={paths.contact}>{t('faq.ask')}</TextLink>
      </p>
    </Page>
  )
}
