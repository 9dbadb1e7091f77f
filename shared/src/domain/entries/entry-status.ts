import type { Machine } from '../machine.ts'

/** Internal state of an entry. Entrants see `publicEntryStatus`, which hides a decision under embargo. */
export const ENTRY_STATUS = {
  draft: 0,
  submitted: 10,
  registered: 20,
  correction_requested: 25,
  admitted: 30,
  in_judging: 40,
  decided: 50,
  awarded: 60,
  not_awarded: 61,
  withdrawn: 90,
  disqualified: 91,
} as const
export type EntryStatus = (typeof ENTRY_STATUS)[keyof typeof ENTRY_STATUS]
export const ENTRY_STATUSES = Object.values(ENTRY_STATUS)

export type EntryEvent =
  | 'submit'
  | 'settle_fee'
  | 'pass_check'
  | 'change'
  | 'ask_correction'
  | 'resubmit'
  | 'open_judging'
  | 'freeze_decision'
  | 'thaw'
  | 'publish_award'
  | 'publish_no_award'
  | 'withdraw'
  | 'erase'
  | 'disqualify'
  | 'revoke'

const S = ENTRY_STATUS

/** Domain page §2.5. A draft or an unpaid entry can also be deleted, which removes the row. */
export const ENTRY_MACHINE: Machine<EntryStatus, EntryEvent> = {
  // `erase`: the account is gone, and an order or a document still refers to the unpaid entry.
  [S.draft]: { submit: S.submitted, erase: S.withdrawn, disqualify: S.disqualified },
  [S.submitted]: {
    settle_fee: S.registered,
    withdraw: S.withdrawn,
    erase: S.withdrawn,
    disqualify: S.disqualified,
  },
  [S.registered]: {
    pass_check: S.admitted,
    ask_correction: S.correction_requested,
    withdraw: S.withdrawn,
    disqualify: S.disqualified,
  },
  [S.correction_requested]: {
    resubmit: S.registered,
    // One that does not come back may be admitted as it stands.
    pass_check: S.admitted,
    withdraw: S.withdrawn,
    disqualify: S.disqualified,
  },
  [S.admitted]: {
    // The check was of what stood there before.
    change: S.registered,
    open_judging: S.in_judging,
    ask_correction: S.correction_requested,
    withdraw: S.withdrawn,
    disqualify: S.disqualified,
  },
  // After judging has started a withdrawal is still allowed; only the refund is refused (S15).
  [S.in_judging]: {
    freeze_decision: S.decided,
    withdraw: S.withdrawn,
    disqualify: S.disqualified,
  },
  // Going back from the embargo reopens the decisions, as long as nothing is published.
  [S.decided]: {
    thaw: S.in_judging,
    publish_award: S.awarded,
    publish_no_award: S.not_awarded,
    // As long as the entrant reads "in judging", what may be done is the same as in judging.
    withdraw: S.withdrawn,
    disqualify: S.disqualified,
  },
  [S.awarded]: { revoke: S.disqualified },
  [S.not_awarded]: {},
  [S.withdrawn]: {},
  [S.disqualified]: {},
}

/** What the entrant may know: a decided entry reads "in judging" until publication. */
export const publicEntryStatus = (status: EntryStatus): EntryStatus =>
  status === S.decided ? S.in_judging : status

const NAME_OF = new Map<number, string>(
  Object.entries(ENTRY_STATUS).map(([name, status]) => [status, name]),
)

/** Stable word for a status, the `entry_status_text` of answers. */
export const entryStatusText = (status: EntryStatus): string => NAME_OF.get(status) ?? 'unknown'

/** Entries that may be deleted outright as long as no order refers to them: nobody has paid for them. */
export const DELETABLE: readonly EntryStatus[] = [S.draft, S.submitted]
/** Entries that no longer take part. */
export const OUT_OF_COMPETITION: readonly EntryStatus[] = [S.withdrawn, S.disqualified]
/** Entries that the jury no longer decides about. Of others, their owners know nothing that it wrote. */
export const JUDGING_OVER: readonly EntryStatus[] = [
  S.awarded,
  S.not_awarded,
  ...OUT_OF_COMPETITION,
]
/** Entries that jurors work with. */
export const JUDGEABLE: readonly EntryStatus[] = [S.in_judging]
