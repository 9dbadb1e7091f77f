import type { Capability } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'

/** What the signed-in juror may do beyond reading. */
export function useCapability() {
  const capabilities = useCurrentUser()?.juror?.capabilities
  return (capability: Capability) => capabilities?.includes(capability) ?? false
}
