import { CHAIR_QUEUES } from '@awards/shared/contract'
import { ENTRY_STATUS } from '@awards/shared/domain'

/** Views that every chair has: a name in the texts, and filters in the address. */
export const PRESETS: readonly { key: string; query: Record<string, string> }[] = [
  { key: 'all', query: {} },
  ...CHAIR_QUEUES.map((queue) => ({ key: queue, query: { queue } })),
  { key: 'not_shown', query: { entry_status: String(ENTRY_STATUS.awarded), is_show: '0' } },
]
