import type { Connection, Provider } from '../provider.ts'

/** Bank transfer has no API: the organiser reads the bank statement and confirms by hand. */
export const bankProvider: Provider = {
  accepts: () => true,
  create: async () => ({ code_url: null }),
  query: async () => ({ state: 'open' }),
  close: async () => 'closed',
  refund: async () => 'processing',
}

export const connect = (): Connection => ({ provider: bankProvider })
