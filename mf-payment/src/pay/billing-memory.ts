import { Billing } from '@awards/shared/contract'

const keyOf = (user: string) => `billing:${user}`

/** The last billing address of this session, so that nobody types it twice. */
export const billingMemory = {
  read(user: string): Partial<Billing> | undefined {
    try {
      return Billing.partial().parse(JSON.parse(sessionStorage.getItem(keyOf(user)) ?? ''))
    } catch {
      return undefined
    }
  },
  write(user: string, billing: Billing) {
    try {
      sessionStorage.setItem(keyOf(user), JSON.stringify(billing))
    } catch {
      // Without storage the address is asked for again.
    }
  },
}
