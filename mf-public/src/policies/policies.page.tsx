import { plainText, summaryOf, RichText } from '../ui/rich-text.tsx'
import { useApiQuery } from '@awards/shared/client'
import { type OutputOf, publication } from '@awards/shared/calls'
import type { PolicyType } from '@awards/shared/domain'
import type { ReactNode } from 'react'
import { QueryState, NotFound } from '../ui/query-state.tsx'
import { paths } from '@awards/shared/paths'
import { POLICY_TYPES } from '@awards/shared/rules'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { Page, PageHeader, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs, writtenText } from '../structured-data/schema-org.ts'
import { Contents, PrintButton } from '../ui/long-text.tsx'
import styles from '../ui/long-text.module.css'

type Part = { id: string; title: string; html: string }

/** Splits a policy at its headings, so that each section has an id to link to. */
export function sectionsOf(html: string): { opening: string; parts: readonly Part[] } {
  const [opening = '', ...rest] = html.split(/<h2>(.*?)<\/h2>/s)
  const parts: Part[] = []
  for (let index = 0; index < rest.length; index += 2) {
    parts.push({
      id: `part-${parts.length + 1}`,
      title: plainText(rest[index] ?? ''),
      html: (rest[index + 1] ?? '').trim(),
    })
  }
  return { opening: opening.trim(), parts }
}

type Policy = NonNullable<OutputOf<typeof publication.privacyPolicyAndFaqs>['policy']>

type PolicySheetProps = { policy: Policy; path: string; children?: ReactNode }

/** A policy with its version, the day it came into force, and an address for each of its parts. */
function PolicyDetail({ policy, path, children }: PolicySheetProps) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const language = useLanguage()
  const { title, version, effective_at, html } = policy
  const { opening, parts } = sectionsOf(html)
  const breadcrumbs = useBreadcrumbs({ name: title, path })
  usePageHead({
    title,
    description: summaryOf(
      `${title}. ${plainText(parts.length > 0 ? (parts[0]?.html ?? '') : html)}`,
    ),
    facts: [breadcrumbs, writtenText({ title, path, version, effective_at }, language)],
  })
  return (
    <Page width={parts.length > 0 ? 'wide' : 'content'}>
      <PageHeader
        title={title}
        lead={t('policy.version', { version, date: date(effective_at) })}
        actions={<PrintButton />}
      />
      {parts.length === 0 ? (
        <RichText html={opening} />
      ) : (
        <div className={styles.columns}>
          <Contents label={t('contents')} entries={parts} />
          <div>
            {opening && (
              <div className={styles.part}>
                <RichText html={opening} size="large" />
              </div>
            )}
            {parts.map((part) => (
              <section
                key={part.id}
                id={part.id}
                className={styles.part}
                aria-labelledby={`${part.id}-title`}
              >
                <h2 id={`${part.id}-title`} className={styles.title}>
                  {part.title}
                </h2>
                <RichText html={part.html} />
              </section>
            ))}
          </div>
        </div>
      )}
      {children}
    </Page>
  )
}

type PolicyPageProps = {
  type: PolicyType
  path: string
  /** What a visitor can decide here; stands behind the text. */
  children?: ReactNode
}

/** A policy of the organiser; one that is not written yet is a page that does not exist. */
export function PolicyPage({ type, path, children }: PolicyPageProps) {
  const answer = useApiQuery(publication.privacyPolicyAndFaqs, { type })
  return (
    <QueryState query={answer} minHeight="page">
      {({ policy }) =>
        policy ? (
          <PolicyDetail policy={policy} path={path}>
            {children}
          </PolicyDetail>
        ) : (
          <NotFound />
        )
      }
    </QueryState>
  )
}

const pageOf = (name: Exclude<keyof typeof POLICY_TYPES, 'cookies'>) => () => (
  <PolicyPage type={POLICY_TYPES[name]} path={paths[name]} />
)

export const PrivacyPage = pageOf('privacy')
export const TermsPage = pageOf('terms')
export const LegalPage = pageOf('legal')
export const AccessibilityPage = pageOf('accessibility')
export const WithdrawalPage = pageOf('withdrawal')
