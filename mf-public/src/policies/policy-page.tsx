import type { PolicyType } from '@awards/shared/domain'
import type { ReactNode } from 'react'
import { usePublicPolicyQuery } from '../public.api.ts'
import { Answered, NotFound } from '../ui/answered.tsx'
import { PolicySheet } from './policy-sheet.tsx'

type PolicyPageProps = {
  type: PolicyType
  path: string
  /** What a visitor can decide here; stands behind the text. */
  children?: ReactNode
}

/** A policy of the organiser; one that is not written yet is a page that does not exist. */
export function PolicyPage({ type, path, children }: PolicyPageProps) {
  const answer = usePublicPolicyQuery({ type })
  return (
    <Answered query={answer} room="page">
      {({ policy }) =>
        policy ? (
          <PolicySheet policy={policy} path={path}>
            {children}
          </PolicySheet>
        ) : (
          <NotFound />
        )
      }
    </Answered>
  )
}
