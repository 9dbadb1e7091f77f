import type { PolicyType } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { Page, PageHeader } from '@awards/shared/ui'
import { usePublicPolicyQuery } from '../public.api.ts'
import { useTranslation } from 'react-i18next'
import { Answered } from '../ui/answered.tsx'
import { NotFound } from '../ui/not-found.tsx'
import { RichText } from '../ui/rich-text.tsx'

/** A policy of the organiser, with the version and the day it came into force. */
export function PolicyPage({ type }: { type: PolicyType }) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const answer = usePublicPolicyQuery({ type })
  return (
    <Answered query={answer} room="page">
      {({ policy }) =>
        policy ? (
          <Page>
            <PageHeader
              title={policy.title}
              lead={t('policy.version', {
                version: policy.version,
                date: date(policy.effective_at),
              })}
              documentTitle={policy.title}
            />
            <RichText html={policy.html} />
          </Page>
        ) : (
          <NotFound />
        )
      }
    </Answered>
  )
}
