import { useCurrentUser } from '@awards/shared/session'
import { Loader } from '@awards/shared/ui'
import { useEffect, type ReactNode } from 'react'
import { useJuryAgreementQuery } from '../jury.api.ts'
import { AgreementScreen } from './agreement-screen.tsx'
import { keepSigned, wasSigned } from './signed-before.ts'

/**
 * The agreement comes before the first entry: until it is signed it stands in the place of every page of
 * the jury. Whoever had signed it the last time does not wait for it, and where it cannot be asked for, the
 * page is shown: the server refuses what is not allowed.
 */
export function AgreementGate({ children }: { children: ReactNode }) {
  const { data, isLoading } = useJuryAgreementQuery({})
  const user = useCurrentUser()?.id ?? ''
  const isSigned = data?.signed_at != null
  useEffect(() => {
    if (isSigned) keepSigned(user)
  }, [isSigned, user])
  if (isLoading && !wasSigned(user)) return <Loader />
  if (data && !isSigned) return <AgreementScreen agreement={data} />
  return <>{children}</>
}
