import { useApiQuery } from '@awards/shared/client'
import { jurySeat } from '@awards/shared/contract'
import { useCurrentUser } from '@awards/shared/session'
import { designedPart, Loader } from '@awards/shared/ui'
import { Suspense, useEffect, type ReactNode } from 'react'
import { storedText } from '@awards/shared/browser/store'

/** Signed once a season. */
const AgreementScreen = designedPart(() =>
  import('./agreement-screen.tsx').then((m) => m.AgreementScreen),
)

const store = storedText('jury-agreement', 'localStorage')

/** Whether this juror's agreement was signed when they were here last; no more than a hint. */
export const wasSigned = (userId: string): boolean => store.read() === userId

export const keepSigned = (userId: string) => store.write(userId)

/**
 * The agreement comes before the first entry: until it is signed it stands in the place of every page of
 * the jury. A juror who signed it last time does not wait for the answer, and when the call fails, the
 * page is shown: the server refuses what is not allowed.
 */
export function AgreementGate({ children }: { children: ReactNode }) {
  const { data, isLoading } = useApiQuery(jurySeat.agreement)
  const user = useCurrentUser()?.id ?? ''
  const isSigned = data?.signed_at != null
  useEffect(() => {
    if (isSigned) keepSigned(user)
  }, [isSigned, user])
  if (isLoading && !wasSigned(user)) return <Loader />
  if (data && !isSigned) {
    return (
      <Suspense fallback={<Loader />}>
        <AgreementScreen agreement={data} />
      </Suspense>
    )
  }
  return <>{children}</>
}
