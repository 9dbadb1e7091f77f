import type { CurrentUser } from '@awards/shared/contract'
import { signIn, useSiteDispatch } from '@awards/shared/session'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { destination } from './safe-redirect.ts'

/** Stores a new session and navigates to `?redirect=`, else home. */
export function useFinishSignIn() {
  const dispatch = useSiteDispatch()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return (answer: { token: string; user: CurrentUser }) => {
    signIn(dispatch, answer)
    void navigate(destination(search.get('redirect'), answer.user.identity), { replace: true })
  }
}
