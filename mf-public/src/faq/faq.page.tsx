import { paths } from '@awards/shared/paths'
import { EmptyState, Page, PageHeader, TextLink } from '@awards/shared/ui'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { usePublicPolicyQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { POLICY_TYPES } from '@awards/shared/domain'
import { FaqGroups } from './faq-groups.tsx'
import { findQuestions } from './find-questions.ts'
import styles from './faq.module.css'

export function Component() {
  const { t } = useTranslation('public')
  const [query, setQuery] = useSearchParams()
  const keyword = query.get('q') ?? ''
  const answer = usePublicPolicyQuery({ type: POLICY_TYPES.faq })
  return (
    <Page>
      <PageHeader size="display" title={t('nav.faq')} lead={t('faq.lead')} />
      <div role="search" className={styles.search}>
        <Input
          size="large"
          type="search"
          aria-label={t('faq.search')}
          placeholder={t('faq.search')}
          value={keyword}
          onChange={({ target }) =>
            setQuery(target.value ? { q: target.value } : {}, {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
      </div>
      <Answered query={answer} room="page">
        {({ faq }) => {
          const found = findQuestions(faq, keyword)
          return (
            <>
              <p className={styles.count} role="status">
                {keyword && t('faq.count', { count: found.length })}
              </p>
              {found.length > 0 ? (
                <FaqGroups questions={found} isOpen={keyword !== '' && found.length <= 3} />
              ) : (
                <EmptyState
                  title={t('faq.none', { keyword })}
                  action={<TextLink to={paths.contact}>{t('faq.ask')}</TextLink>}
                />
              )}
            </>
          )
        }}
      </Answered>
    </Page>
  )
}
