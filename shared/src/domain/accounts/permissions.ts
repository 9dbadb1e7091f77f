import type { AccountRight, Capability, EntryAct, Identity } from './identity.ts'

export type Refusal = 401 | 403 | 404
export type Scope =
  /** every row the call can answer */
  | 'all'
  /** the caller's own entries, orders or account */
  | 'own'
  /** own entries that were awarded and published */
  | 'own_awarded'
  /** entries in the categories of the caller's panel, without a conflict of interest */
  | 'panel'
  /** the same, once the edition is published */
  | 'panel_published'
  /** entries assigned to the caller, without a conflict of interest */
  | 'assigned'
  /** entries assigned to the caller at the second level */
  | 'second_level'
  /** the same, first-level numbers only after the caller's own score */
  | 'second_level_after_own'
  /** all codes of the edition */
  | 'edition'
  /** codes that belong to the caller */
  | 'mine'
  /** the caller's own row and counts of the others */
  | 'self_and_counts'
  /** names where the phase shows them, else counts */
  | 'names_by_phase'
export type Cell = Refusal | Scope

export type PermissionRow = {
  readonly visitor: Cell
  readonly 0: Cell
  readonly 1: Cell
  readonly 2: Cell
  readonly 3: Cell
  /** What an identity 1 user needs beside the scope. */
  readonly capability?: Capability
  /** A right of the account that opens the call, whatever the identity; its holder reaches every row. */
  readonly right?: AccountRight
  /** What the call does with the entry: members of a studio need a role that includes it, else 403. */
  readonly act?: EntryAct
  /** The code with which a foreign row is refused, where an entrant reaches the call. */
  readonly foreign: 403 | 404
}

const row = (
  visitor: Cell,
  entrant: Cell,
  chair: Cell,
  subJuror: Cell,
  secondLevel: Cell,
  capability?: Capability,
): PermissionRow => ({
  visitor,
  0: entrant,
  1: chair,
  2: subJuror,
  3: secondLevel,
  foreign: entrant === 'own' || entrant === 'own_awarded' ? 404 : 403,
  ...(capability && { capability }),
})

const ANYBODY = row('all', 'all', 'all', 'all', 'all')
const SIGNED_IN = row(401, 'all', 'all', 'all', 'all')
const ACCOUNT = row(401, 'own', 'own', 'own', 'own')
const ENTRANT = row(401, 'own', 403, 403, 403)
const CHAIR = row(401, 403, 'panel', 403, 403)
const CHAIR_FEES = row(401, 403, 'panel', 403, 403, 'can_manage_fees')
/** The books of the programme as a whole: every edition, every panel. */
const CHAIR_BOOKS = row(401, 403, 'all', 403, 403, 'can_manage_fees')
const CHAIR_PUBLISH = row(401, 403, 'panel', 403, 403, 'can_publish')
const CHAIR_ASSIGN = row(401, 403, 'panel', 403, 403, 'can_assign')
const CHAIR_DOWNLOAD = row(401, 403, 'panel', 403, 403, 'can_download')
const CHAIR_EDITION = row(401, 403, 'edition', 403, 403)
const CHAIR_EDITION_PUBLISH = row(401, 403, 'edition', 403, 403, 'can_publish')
/** Calls about an entry, open to its owner and to those members whose role includes the act. */
const withAct = (permissions: PermissionRow, act: EntryAct): PermissionRow => ({
  ...permissions,
  act,
})
const SEES_ENTRY = withAct(ENTRANT, 'view')
const EDITS_ENTRY = withAct(ENTRANT, 'edit')
const PAYS_ENTRY = withAct(ENTRANT, 'pay')
const LEAVES_WITH_ENTRY = withAct(ENTRANT, 'leave')
const INVOICES = withAct(row(401, 'own', 'panel', 403, 403, 'can_manage_fees'), 'papers')
/** Everybody with a seat on the jury. */
const SEATED = row(401, 403, 'own', 'own', 'own')
const ON_SHEET = row(401, 403, 'panel', 'assigned', 'second_level')
/** Calls of the organiser's desk: nobody by identity, everybody who holds the right. */
const holdersOf = (right: AccountRight): PermissionRow => ({
  ...row(401, 403, 403, 403, 403),
  right,
})
const ORGANISERS = holdersOf('organise')
const ADMITTERS = holdersOf('admit')
const REVIEWER_CODES = row(401, 403, 403, 'mine', 'mine')

/**
 * The permission matrix (domain page §2.13) as data. A number is the code of the refusal. A word is
 * the scope of rows that the caller reaches; the policy of the server's module turns it into SQL.
 */
export const PERMISSIONS = {
  'index/banner': ANYBODY,
  'index/other': ANYBODY,
  'index/winnerList': ANYBODY,
  'index/jury': ANYBODY,
  'index/getGlobalAreaCode': ANYBODY,
  'index/faqAndPrivacy': ANYBODY,
  'index/category': ANYBODY,
  'index/getAwardDate': ANYBODY,
  'index/getAward': ANYBODY,
  'index/awardClassification': ANYBODY,
  'index/winnerInfo': ANYBODY,
  'index/indexWinnerList': ANYBODY,
  'index/regulations': ANYBODY,
  'index/mediaReport': ANYBODY,
  'index/blogsAndNewsList': ANYBODY,
  'index/blogsAndNewsInfo': ANYBODY,
  'index/privacyPolicyAndFaqs': ANYBODY,
  'index/contact': ANYBODY,
  'index/about': ANYBODY,
  'index/verifyCertificate': ANYBODY,
  'index/feeTable': ANYBODY,
  'index/winnerFacets': ANYBODY,
  'index/sendMessage': ANYBODY,

  'user/login': ANYBODY,
  'user/register': ANYBODY,
  'email/verifyCode': ANYBODY,
  'user/resetPassword': ANYBODY,
  'user/changePassword': ACCOUNT,
  'user/getUserInfo': ACCOUNT,
  'user/logout': ACCOUNT,
  'user/profile': ACCOUNT,
  'user/updateProfile': ACCOUNT,
  'user/changeEmail': ACCOUNT,
  'user/sessions': ACCOUNT,
  'user/endSessions': ACCOUNT,
  'user/requestStepUp': ACCOUNT,
  'user/stepUp': ACCOUNT,
  'user/devices': ACCOUNT,
  'user/forgetDevices': ACCOUNT,
  'user/export': ACCOUNT,
  'user/requestExport': ACCOUNT,
  'user/erase': ACCOUNT,
  'passkey/list': ACCOUNT,
  'passkey/registrationOptions': ACCOUNT,
  'passkey/register': ACCOUNT,
  'passkey/signInOptions': ANYBODY,
  'passkey/signIn': ANYBODY,
  'passkey/stepUpOptions': ACCOUNT,
  'passkey/stepUp': ACCOUNT,
  'passkey/rename': ACCOUNT,
  'passkey/remove': ACCOUNT,
  'oidc/begin': ANYBODY,
  'oidc/resume': ANYBODY,
  'oidc/confirm': ANYBODY,
  'oidc/register': ANYBODY,
  'oidc/list': ACCOUNT,
  'oidc/beginLink': ACCOUNT,
  'oidc/link': ACCOUNT,
  'oidc/unlink': ACCOUNT,
  'key/list': ACCOUNT,
  'key/make': ACCOUNT,
  'key/revoke': ACCOUNT,
  'webhook/list': ACCOUNT,
  'webhook/add': ACCOUNT,
  'webhook/change': ACCOUNT,
  'webhook/remove': ACCOUNT,
  'webhook/rotateSecret': ACCOUNT,
  'webhook/resume': ACCOUNT,
  'webhook/test': ACCOUNT,
  'webhook/deliveries': ACCOUNT,
  'webhook/replay': ACCOUNT,

  'apply/entryList': ENTRANT,
  'apply/historyEntryList': ENTRANT,
  'apply/awardList': ENTRANT,
  'apply/historyAwardList': ENTRANT,
  'apply/info': withAct(row(401, 'own', 'panel', 'assigned', 'second_level'), 'view'),
  'apply/entry': ENTRANT,
  'apply/deleteEntry': LEAVES_WITH_ENTRY,
  'apply/edit': EDITS_ENTRY,
  'apply/winningInfoEdit': withAct(row(401, 'own_awarded', 403, 403, 403), 'edit'),
  'apply/editImage': EDITS_ENTRY,
  'apply/getEntryFee': PAYS_ENTRY,
  'apply/getEntryFeePaymentChannel': PAYS_ENTRY,
  'apply/getWinnerPackageFeePaymentChannel': PAYS_ENTRY,
  'apply/entryFeePayment': PAYS_ENTRY,
  'apply/getBasketFee': PAYS_ENTRY,
  'apply/basketPayment': PAYS_ENTRY,
  'apply/winnerPackageFeePayment': PAYS_ENTRY,
  'wxpay/getEntryFeeQrcode': PAYS_ENTRY,
  'wxpay/getAwardedQrcode': PAYS_ENTRY,
  'wxpay/queryOrder': PAYS_ENTRY,
  'apply/checkOrderStatus': PAYS_ENTRY,
  'apply/awardClassification': SIGNED_IN,
  'apply/registrationTime': SIGNED_IN,
  'apply/awardAnswer': withAct(row(401, 'own_awarded', 403, 403, 403), 'answer'),
  'apply/duplicate': EDITS_ENTRY,
  'apply/templates': ENTRANT,
  'apply/withdrawals': ENTRANT,
  'apply/withdrawal': LEAVES_WITH_ENTRY,
  'apply/checkVatNumber': ENTRANT,
  'apply/scoreSheet': SEES_ENTRY,
  'apply/figureDerivation': withAct(row(401, 'own', 'panel', 'assigned', 'second_level'), 'view'),
  'apply/agentEntries': row(401, 'mine', 403, 403, 403),
  'studio/overview': ENTRANT,
  'studio/invite': ENTRANT,
  'studio/resendInvitation': ENTRANT,
  'studio/withdrawInvitation': ENTRANT,
  'studio/invitation': ANYBODY,
  // A juror is told why not; the address of the invitation decides for the others.
  'studio/acceptInvitation': SIGNED_IN,
  'studio/changeRole': ENTRANT,
  'studio/removeMember': ENTRANT,
  'studio/leave': ENTRANT,
  'studio/offerHandOver': ENTRANT,
  'studio/withdrawHandOver': ENTRANT,
  'studio/answerHandOver': ENTRANT,

  'upload/sign': ENTRANT,
  'upload/finish': ENTRANT,
  'upload/crop': ENTRANT,

  'pdf/printEntryFeeInvoice': INVOICES,
  'pdf/printWinnerPackageFeeInvoice': INVOICES,
  'pdf/createEntryFeeInvoice': INVOICES,
  'pdf/invoices': ENTRANT,
  'pdf/printInvoice': ENTRANT,
  'pdf/printReceipt': INVOICES,
  'pdf/printCertPdf': withAct(row(401, 'own_awarded', 'panel_published', 403, 403), 'view'),

  'judge/judgeEntryList': CHAIR,
  'judge/changeEntryFeeStatus': CHAIR_FEES,
  'judge/getInvitationCode': CHAIR_EDITION,
  'judge/changeWinnerPackageFeeStatus': CHAIR_FEES,
  'judge/award': CHAIR,
  'judge/isShow': CHAIR_PUBLISH,
  'judge/downloadZip': CHAIR_DOWNLOAD,
  'judge/batchDownloadZip': CHAIR_DOWNLOAD,
  'judge/getAgentCode': CHAIR_EDITION,
  'judge/getPhase': row(401, 403, 'all', 403, 403),
  'judge/getSubJudges': CHAIR,
  'judge/assignSubJudge': CHAIR_ASSIGN,
  'judge/secondLevelJudgeAwardList': CHAIR,
  'judge/batchShow': CHAIR_PUBLISH,
  'judge/requestCorrection': CHAIR_ASSIGN,
  'judge/changePhase': CHAIR_EDITION_PUBLISH,
  'judge/publish': CHAIR_EDITION_PUBLISH,
  'judge/board': CHAIR,
  'judge/castVote': CHAIR_PUBLISH,
  'judge/closeDiscussion': CHAIR,
  'judge/snapshotList': CHAIR_EDITION,
  'judge/verifySnapshot': CHAIR_EDITION,
  'judge/revokeAward': CHAIR_PUBLISH,
  'judge/disqualify': CHAIR_PUBLISH,
  'judge/commentList': CHAIR_PUBLISH,
  'judge/moderateComments': CHAIR_PUBLISH,
  'judge/conflictList': CHAIR_ASSIGN,
  'judge/pinConflict': CHAIR_ASSIGN,
  'judge/dismissConflict': CHAIR_ASSIGN,
  'judge/planAssignments': CHAIR_ASSIGN,
  'judge/previewAssignments': CHAIR_ASSIGN,
  'judge/workload': CHAIR,
  'judge/remindJurors': CHAIR_ASSIGN,
  'judge/redaction': CHAIR_ASSIGN,
  'judge/redact': CHAIR_ASSIGN,
  'judge/identityReportList': CHAIR_ASSIGN,
  'judge/exportTable': CHAIR_DOWNLOAD,
  'judge/inviteJuror': CHAIR_ASSIGN,
  'judge/resendInvitation': CHAIR_ASSIGN,
  'judge/createCode': CHAIR_BOOKS,
  // What kind of code decides which capability is asked for beside this.
  'judge/endCode': CHAIR_EDITION,
  'judge/agentReport': CHAIR_BOOKS,
  'judge/paymentList': CHAIR_FEES,
  'judge/payment': CHAIR_FEES,
  'judge/refundPayment': CHAIR_FEES,
  'judge/confirmRefund': CHAIR_FEES,
  'judge/sendInvoiceAgain': CHAIR_FEES,
  'judge/alertList': CHAIR_BOOKS,
  'judge/resolveAlert': CHAIR_BOOKS,
  'judge/comparisons': CHAIR_BOOKS,
  'judge/compareDay': CHAIR_BOOKS,
  'judge/exportBooks': CHAIR_BOOKS,
  'judge/taxReports': CHAIR_BOOKS,
  'judge/taxReportFile': CHAIR_BOOKS,
  'judge/sendTaxReportAgain': CHAIR_BOOKS,

  'jury/invitation': ANYBODY,
  // Entrants become jurors by it; the address of the invitation decides.
  'jury/acceptInvitation': SIGNED_IN,
  'jury/agreement': SEATED,
  'jury/signAgreement': SEATED,
  'jury/conflicts': SEATED,
  'jury/declareConflict': ON_SHEET,
  'jury/reportIdentity': ON_SHEET,
  'jury/agenda': ON_SHEET,
  'jury/changeAgenda': CHAIR,
  'jury/deliberation': ON_SHEET,
  'jury/comment': ON_SHEET,
  'jury/removeComment': ON_SHEET,
  'jury/summarise': CHAIR,

  'subJudge/subJuryAwardList': row(401, 403, 403, 'assigned', 403),
  'subJudge/award': row(401, 403, 403, 'assigned', 403),

  'subjudges/subJuryAwardList': row(401, 403, 403, 'assigned', 'second_level_after_own'),
  'subjudges/secondLevelJudgeAwardList': row(401, 403, 403, 403, 'second_level'),
  'subjudges/awarded': row(401, 403, 403, 403, 'second_level'),
  'subjudges/score': row(401, 403, 403, 'assigned', 'second_level'),
  'subjudges/getInvitationCode': REVIEWER_CODES,
  'subjudges/getAgentCode': REVIEWER_CODES,
  'subjudges/getPhase': row(401, 403, 'all', 'all', 'all'),
  'subjudges/getSubJudges': row(401, 403, 403, 'self_and_counts', 'names_by_phase'),

  'organiser/admissionList': ADMITTERS,
  'organiser/admissionEntry': ADMITTERS,
  'organiser/admit': ADMITTERS,
  'organiser/assignAdmission': ADMITTERS,
  'organiser/askCorrection': ADMITTERS,
  'organiser/refuse': ADMITTERS,
  'organiser/team': ORGANISERS,
  'organiser/giveRight': ORGANISERS,
  'organiser/takeRight': ORGANISERS,
  'organiser/people': ORGANISERS,
  'organiser/person': ORGANISERS,
  'organiser/sendSignInHelp': ORGANISERS,
  'organiser/unlockAccount': ORGANISERS,
  'organiser/correctEmail': ORGANISERS,
  'organiser/dataRequests': ORGANISERS,
  'organiser/exportPerson': ORGANISERS,
  'organiser/erasePerson': ORGANISERS,
  'organiser/refuseDataRequest': ORGANISERS,
  'organiser/seeAs': ORGANISERS,
  'organiser/audit': ORGANISERS,
  'organiser/exportAudit': ORGANISERS,
  'organiser/figures': ORGANISERS,
  'organiser/exportFigures': ORGANISERS,
  'organiser/exportEntries': ORGANISERS,
  'organiser/closing': ORGANISERS,
  'organiser/mails': ORGANISERS,
  'organiser/mail': ORGANISERS,
  'organiser/saveMail': ORGANISERS,
  'organiser/previewMail': ORGANISERS,
  'organiser/testMail': ORGANISERS,
  'organiser/broadcasts': ORGANISERS,
  'organiser/broadcast': ORGANISERS,
  'organiser/audience': ORGANISERS,
  'organiser/saveBroadcast': ORGANISERS,
  'organiser/removeBroadcast': ORGANISERS,
  'organiser/previewBroadcast': ORGANISERS,
  'organiser/testBroadcast': ORGANISERS,
  'organiser/startBroadcast': ORGANISERS,
  'organiser/stopBroadcast': ORGANISERS,
  'programme/documents': ORGANISERS,
  'programme/document': ORGANISERS,
  'programme/pictures': ORGANISERS,
  'programme/addPicture': ORGANISERS,
  'programme/save': ORGANISERS,
  'programme/discard': ORGANISERS,
  'programme/plan': ORGANISERS,
  'programme/apply': ORGANISERS,
  'programme/scheduled': ORGANISERS,
  'programme/schedule': ORGANISERS,
  'programme/withdraw': ORGANISERS,
  'programme/preview': ORGANISERS,
  'programme/versions': ORGANISERS,
  'programme/undo': ORGANISERS,
} as const satisfies Record<string, PermissionRow>

export type CallName = keyof typeof PERMISSIONS

/** The matrix cell of a caller; `undefined` identity is a visitor without a token. */
export function permissionOf(call: CallName, identity: Identity | undefined): Cell {
  const permissions: PermissionRow = PERMISSIONS[call]
  return identity === undefined ? permissions.visitor : permissions[identity]
}

/** True where the caller is refused whatever the row. */
export const isRefusal = (cell: Cell): cell is Refusal => typeof cell === 'number'
