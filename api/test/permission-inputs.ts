import type { CallName } from '@awards/shared/domain'
import type { PermissionFixture, Subject } from './permission-fixture.ts'

type Build = (fixture: PermissionFixture, subject: Subject) => Record<string, unknown>
/** A valid input of a call; `about` says which kind of row decides, none for calls without one. */
export type Sample = { about: 'row' | 'none'; input: Build }

const none = (input: Record<string, unknown> = {}): Sample => ({
  about: 'none',
  input: () => input,
})
const row = (input: Build): Sample => ({ about: 'row', input })
const judging = (more: Record<string, unknown> = {}) =>
  row((_, { judging }) => ({ apply_order_id: judging, ...more }))
const awarded = (more: Record<string, unknown> = {}) =>
  row((_, { awarded }) => ({ apply_order_id: awarded, ...more }))

const PASSWORD = 'Correct-Horse-7-Staple'
const reason = 'A reason for the record'
const billing = {
  kind: 'consumer',
  name: 'Anne',
  address: '1 rue',
  postal_code: '75001',
  city: 'Paris',
  country: 'FR',
  email: 'anne@example.org',
}

/** One valid input for each call of the contract; a call without one fails the matrix test. */
export const SAMPLES: Record<CallName, Sample> = {
  'index/banner': none({ position: 'home_hero' }),
  'index/other': none({ position: 'home_mid' }),
  'index/winnerList': none(),
  'index/jury': none(),
  'index/getGlobalAreaCode': none(),
  'index/faqAndPrivacy': none(),
  'index/category': none(),
  'index/getAwardDate': none(),
  'index/getAward': none(),
  'index/awardClassification': none(),
  'index/winnerInfo': none({ apply_order_id: '42' }),
  'index/indexWinnerList': none(),
  'index/regulations': none(),
  'index/mediaReport': none(),
  'index/blogsAndNewsList': none(),
  'index/blogsAndNewsInfo': none({ slug: 'nothing' }),
  'index/privacyPolicyAndFaqs': none({ type: 1 }),
  'index/contact': none(),
  'index/about': none(),
  'index/verifyCertificate': none({ number: 'GA-0' }),
  'index/feeTable': none(),
  'index/winnerFacets': none(),
  'index/sendMessage': none({
    name: 'A',
    email: 'a@example.org',
    subject: 'Hello',
    message: 'A message of twenty letters.',
  }),
  'user/login': none({ email: 'nobody@example.org', password: PASSWORD }),
  'user/register': none({
    email: 'new@example.org',
    code: '000000',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    first_name: 'A',
    last_name: 'B',
    country: 'FR',
    terms: true,
  }),
  'email/verifyCode': none({ email: 'new@example.org', scene: 'register' }),
  'user/resetPassword': none({
    email: 'new@example.org',
    code: '000000',
    password: PASSWORD,
    password_confirmation: PASSWORD,
  }),
  'user/changePassword': none({
    old_password: 'wrong',
    password: PASSWORD,
    password_confirmation: PASSWORD,
  }),
  'user/getUserInfo': none(),
  'user/logout': none(),
  'apply/entryList': none(),
  'apply/historyEntryList': none(),
  'apply/awardList': none(),
  'apply/historyAwardList': none(),
  'apply/info': judging(),
  'apply/entry': {
    about: 'none',
    input: ({ section, category }) => ({ section_id: section.id, category_ids: [category.id] }),
  },
  'apply/deleteEntry': row((_, { spare }) => ({ apply_order_id: spare })),
  'apply/edit': row((_, { draft }) => ({ apply_order_id: draft, version: 1, answers: {} })),
  'apply/winningInfoEdit': awarded({
    version: 99,
    info: { winner_name: 'A', certificate_name: 'A' },
  }),
  'apply/editImage': row((_, { draft }) => ({ apply_order_id: draft, version: 1, files: [] })),
  'apply/getEntryFee': judging(),
  'apply/getEntryFeePaymentChannel': judging(),
  'apply/getWinnerPackageFeePaymentChannel': awarded(),
  'apply/entryFeePayment': judging({ channel: 'bank_transfer', quote_id: '42', billing }),
  'apply/winnerPackageFeePayment': awarded({
    package_code: 'signature',
    channel: 'bank_transfer',
    billing,
  }),
  'wxpay/getEntryFeeQrcode': judging(),
  'wxpay/getAwardedQrcode': awarded(),
  'wxpay/queryOrder': row((_, { order_no }) => ({ order_no })),
  'apply/checkOrderStatus': row((_, { order_no }) => ({ order_no })),
  'apply/awardClassification': none(),
  'apply/registrationTime': none(),
  'upload/sign': none({ filename: 'a.jpg', mime: 'image/jpeg', size: 10, purpose: 'entry_image' }),
  'pdf/printEntryFeeInvoice': judging(),
  'pdf/printWinnerPackageFeeInvoice': awarded(),
  'pdf/createEntryFeeInvoice': judging(),
  'pdf/printCertPdf': awarded(),
  'judge/judgeEntryList': none(),
  'judge/changeEntryFeeStatus': judging({ status: 2, version: 1 }),
  'judge/getInvitationCode': none(),
  'judge/changeWinnerPackageFeeStatus': awarded({ status: 1, version: 1 }),
  'judge/award': row(({ award }, { judging }) => ({
    apply_order_id: judging,
    award_id: award.id,
    version: 0,
    reason,
  })),
  'judge/isShow': awarded({ is_show: true }),
  'judge/downloadZip': judging(),
  'judge/batchDownloadZip': none(),
  'judge/getAgentCode': none(),
  'judge/getPhase': none(),
  'judge/getSubJudges': judging(),
  'judge/assignSubJudge': none({ apply_order_ids: ['42'], juror_ids: [], mode: 'add' }),
  'judge/secondLevelJudgeAwardList': none(),
  'judge/batchShow': none({ apply_order_ids: ['42'], is_show: false, reason }),
  'judge/changePhase': none({ phase_id: '42', reason }),
  'judge/publish': none({ edition_id: '42', dry_run: true }),
  'subJudge/subJuryAwardList': none(),
  'subJudge/award': row(({ award }, { judging }) => ({
    apply_order_id: judging,
    award_id: award.id,
  })),
  'subjudges/subJuryAwardList': none(),
  'subjudges/secondLevelJudgeAwardList': none(),
  'subjudges/awarded': judging({ decision: 'confirm', version: 0 }),
  'subjudges/score': judging({ items: [], version: 0 }),
  'subjudges/getInvitationCode': none(),
  'subjudges/getAgentCode': none(),
  'subjudges/getPhase': none(),
  'subjudges/getSubJudges': judging(),
}
