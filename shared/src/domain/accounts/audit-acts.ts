/** What the acts of the audit log are about, by the first word of their name. */
const SUBJECTS_OF_AREA = {
  account: [
    'account',
    'session',
    'password',
    'email',
    'device',
    'data',
    'access',
    'right',
    'person',
    'invitation',
    'studio',
    'passkey',
    'key',
  ],
  entry: ['entry', 'entries', 'contract', 'admission'],
  money: ['payment', 'refund', 'fee', 'books', 'alert', 'code'],
  jury: [
    'jury',
    'assignment',
    'conflict',
    'comment',
    'decision',
    'tie',
    'discussion',
    'deliberation',
    'agenda',
    'summary',
  ],
  programme: ['programme', 'broadcast', 'mail', 'plan', 'edition', 'phase', 'content', 'audit'],
} as const
export type AuditArea = keyof typeof SUBJECTS_OF_AREA
export const AUDIT_AREAS = Object.keys(SUBJECTS_OF_AREA) as [AuditArea, ...AuditArea[]]

/** First words of the acts of an area. */
export const actsOfArea = (area: AuditArea): readonly string[] => SUBJECTS_OF_AREA[area]

const areaOf = (action: string): AuditArea | undefined => {
  const [word = ''] = action.split('.')
  return AUDIT_AREAS.find((area) => actsOfArea(area).includes(word))
}

/**
 * Acts whose entry, details and reason the organiser is not told: what the jury does stays with the jury, before the
 * results and after.
 */
export const isSealedAct = (action: string): boolean => areaOf(action) === 'jury'

/** Acts that have a sentence of their own in each language; the others are shown by the name of their area. */
export const AUDIT_ACTS: readonly string[] = [
  'access.denied',
  'account.erased',
  'admission.assigned',
  'alert.resolved',
  'audit.exported',
  'audit.forgotten',
  'books.compared',
  'books.exported',
  'broadcast.started',
  'broadcast.stopped',
  'code.created',
  'code.ended',
  'contract.withdrawn',
  'data.exported',
  'device.trusted',
  'edition.figures_exported',
  'edition.published',
  'email.changed',
  'email.corrected',
  'entries.downloaded',
  'entries.exported',
  'entry.admitted',
  'entry.award_accepted',
  'entry.award_declined',
  'entry.award_revoked',
  'entry.changed_after_check',
  'entry.correction_requested',
  'entry.created',
  'entry.deleted',
  'entry.disqualified',
  'entry.hidden',
  'entry.refused',
  'entry.shown',
  'entry.submitted',
  'entry.winning_info',
  'entry.withdrawn',
  'fee.changed',
  'invitation.accepted',
  'invitation.sent',
  'key.made',
  'key.revoked',
  'mail.written',
  'passkey.added',
  'passkey.removed',
  'passkey.renamed',
  'passkey.stopped',
  'password.changed',
  'password.reset',
  'payment.duplicate',
  'payment.mismatch',
  'payment.paid',
  'payment.refunded',
  'payment.second',
  'person.helped',
  'person.seen',
  'person.seen_ended',
  'person.unlocked',
  'phase.changed',
  'refund.confirmed',
  'refund.requested',
  'right.given',
  'right.taken',
  'session.ended',
  'session.opened',
  'session.proven',
  'session.refused',
  'studio.hand_over_declined',
  'studio.hand_over_offered',
  'studio.hand_over_withdrawn',
  'studio.handed_over',
  'studio.invitation_withdrawn',
  'studio.invited',
  'studio.joined',
  'studio.left',
  'studio.member_removed',
  'studio.role_changed',
]
