import { Loader } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { useJuryAgreementQuery } from '../jury.api.ts'
import { AgreementScreen } from './agreement-screen.tsx'

/**
 * The agreement comes before the first entry: until it is signed it stands in the place of every page of
 * the jury. Where it cannot be asked for, the page is shown: the server refuses what is not allowed.
 */
export function AgreementGate({ children }: { children: ReactNode }) {
  const { data, isLoading } = useJuryAgreementQuery({})
  if (isLoading) return <Loader />
  if (data && data.signed_at === null) return <AgreementScreen agreement={data} />
  return <>{children}</>
}
