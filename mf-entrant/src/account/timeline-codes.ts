/**
 * The events of an entry that its owner is shown; `told` are those whose detail is words written for
 * people. What a later release adds is left out until it has a text.
 */
export const TIMELINE_CODES: ReadonlyMap<string, 'plain' | 'told'> = new Map([
  ['created', 'plain'],
  ['duplicated', 'plain'],
  ['submitted', 'plain'],
  ['resubmitted', 'plain'],
  ['entry_fee_paid', 'plain'],
  ['fee_waived', 'plain'],
  ['fee_waive', 'plain'],
  ['fee_declare_transfer', 'plain'],
  ['fee_confirm_transfer', 'plain'],
  ['fee_transfer_not_received', 'plain'],
  ['fee_ask_refund', 'plain'],
  ['fee_refund_done', 'plain'],
  ['fee_refunded', 'plain'],
  ['admitted', 'plain'],
  ['correction_requested', 'told'],
  ['in_judging', 'plain'],
  ['awarded', 'plain'],
  ['not_awarded', 'plain'],
  ['award_accepted', 'plain'],
  ['award_declined', 'plain'],
  ['winning_info', 'plain'],
  ['winner_fee_paid', 'plain'],
  ['withdrawn', 'told'],
  ['contract_withdrawn', 'plain'],
  ['disqualified', 'told'],
  ['award_revoked', 'told'],
])
