import type { CallName } from './permissions.ts'

/** For so long an organiser sees the site as somebody else; a session of its own, which is not prolonged. */
export const SEE_AS_MINUTES = 15
/** Reason of a call that is refused while somebody is seen as another person. */
export const SEE_AS = 'SEE_AS'

/** Reads that stay the person's own: the copy of all their data, and what jurors have given. */
const KEPT_BACK: readonly string[] = [
  'user/export',
  'apply/scoreSheet',
  'apply/figureDerivation',
] satisfies CallName[]

/** Whether a call may be made while somebody is seen as another person: it only reads, or it ends that. */
export const isOpenToSeeAs = ({ name, method }: { name: string; method: string }): boolean =>
  name === 'user/logout' || (method === 'GET' && !KEPT_BACK.includes(name))
