import { api, mutationOf, queryOf } from '@awards/shared/client'
import {
  entries,
  judge,
  judgeAdded,
  jurySeat,
  money,
  publication,
  subJudge,
  subjudges,
} from '@awards/shared/contract'

/** The calls of this package, in the one cache of the site. */
export const juryApi = api.injectEndpoints({
  endpoints: (build) => ({
    judgeEntryList: queryOf(build, judge.judgeEntryList, { tags: ['judging', 'score'] }),
    judgePhase: queryOf(build, judge.getPhase, { tags: ['judging'] }),
    judgeAgentCode: queryOf(build, judge.getAgentCode, { tags: ['code'] }),
    judgeInvitationCode: queryOf(build, judge.getInvitationCode, { tags: ['code'] }),
    judgeSubJudges: queryOf(build, judge.getSubJudges, { tags: ['judging', 'score'] }),
    jurorPhase: queryOf(build, subjudges.getPhase, { tags: ['judging'] }),
    firstLevelQueue: queryOf(build, subJudge.subJuryAwardList, { tags: ['score', 'judging'] }),
    secondLevelQueue: queryOf(build, subjudges.secondLevelJudgeAwardList, {
      tags: ['score', 'judging'],
    }),
    juryEntryInfo: queryOf(build, entries.info, { tags: ['judging'] }),
    juryAwards: queryOf(build, publication.getAward, { tags: ['content'] }),
    juryCategories: queryOf(build, publication.category, { tags: ['content'] }),

    judgeAward: mutationOf(build, judge.award, {
      invalidates: ['judging'],
      skipErrorHandler: true,
    }),
    judgeAssign: mutationOf(build, judge.assignSubJudge, { invalidates: ['judging'] }),
    judgeEntryFee: mutationOf(build, judge.changeEntryFeeStatus, {
      invalidates: ['judging', 'payment'],
      skipErrorHandler: true,
    }),
    judgeWinnerFee: mutationOf(build, judge.changeWinnerPackageFeeStatus, {
      invalidates: ['judging', 'payment'],
      skipErrorHandler: true,
    }),
    judgePayments: queryOf(build, money.paymentList, { tags: ['payment'] }),
    judgeZip: mutationOf(build, judge.downloadZip),
    judgeChangePhase: mutationOf(build, judgeAdded.changePhase, {
      invalidates: ['judging'],
      skipErrorHandler: true,
    }),
    previewPhase: mutationOf(build, judgeAdded.changePhase, { skipErrorHandler: true }),
    judgeRequestCorrection: mutationOf(build, judgeAdded.requestCorrection, {
      invalidates: ['judging'],
    }),
    judgePublish: mutationOf(build, judgeAdded.publish, { invalidates: ['judging'] }),
    juryScore: mutationOf(build, subjudges.score, {
      invalidates: ['score'],
      skipErrorHandler: true,
    }),
    juryAgreement: queryOf(build, jurySeat.agreement, {
      tags: ['judging'],
      skipErrorHandler: true,
    }),
    jurySignAgreement: mutationOf(build, jurySeat.signAgreement, {
      invalidates: ['judging', 'score'],
      skipErrorHandler: true,
    }),
    juryReportIdentity: mutationOf(build, jurySeat.reportIdentity, { skipErrorHandler: true }),
    juryRecommend: mutationOf(build, subJudge.award, { invalidates: ['score', 'judging'] }),
    juryAwarded: mutationOf(build, subjudges.awarded, {
      invalidates: ['score', 'judging'],
      skipErrorHandler: true,
    }),
  }),
})

export const {
  useJudgeEntryListQuery,
  useJudgePhaseQuery,
  useJudgeAgentCodeQuery,
  useJudgeInvitationCodeQuery,
  useJudgeSubJudgesQuery,
  useJurorPhaseQuery,
  useFirstLevelQueueQuery,
  useSecondLevelQueueQuery,
  useJuryEntryInfoQuery,
  useJuryAwardsQuery,
  useJuryCategoriesQuery,
  useJudgeAwardMutation,
  useJudgeAssignMutation,
  useJudgeEntryFeeMutation,
  useJudgeWinnerFeeMutation,
  useJudgePaymentsQuery,
  useJudgeZipMutation,
  useJudgeChangePhaseMutation,
  usePreviewPhaseMutation,
  useJudgeRequestCorrectionMutation,
  useJudgePublishMutation,
  useJuryScoreMutation,
  useJuryRecommendMutation,
  useJuryAwardedMutation,
  useJuryAgreementQuery,
  useJurySignAgreementMutation,
  useJuryReportIdentityMutation,
} = juryApi
