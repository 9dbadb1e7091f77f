import { useCurrentUser } from '@awards/shared/session'

/** Whether the signed-in chair looks after the money; undefined while nobody is known yet. */
export function useMayManage(): boolean | undefined {
  const user = useCurrentUser()
  return user && (user.juror?.capabilities.includes('can_manage_fees') ?? false)
}
