import { api, mutationOf, queryOf } from '@awards/shared/client'
import { judge, judgeAdded, juryCodes, juryDesk } from '@awards/shared/contract'

const judging = { tags: ['judging', 'score'] } as const
const moved = { invalidates: ['judging', 'score'] } as const
const codes = { invalidates: ['code'] } as const
/** Skips the global error toast: the dialog that sent the call shows the refusal. */
const saidHere = { skipErrorHandler: true } as const

/** The calls of the chair's desk, in the one cache of the site. */
export const deskApi = api.injectEndpoints({
  endpoints: (build) => ({
    deskBoard: queryOf(build, judgeAdded.board, judging),
    deskConflicts: queryOf(build, juryDesk.conflictList, judging),
    deskWorkload: queryOf(build, juryDesk.workload, judging),
    deskReports: queryOf(build, juryDesk.identityReportList, judging),
    deskRedaction: queryOf(build, juryDesk.redaction, judging),
    deskSnapshots: queryOf(build, judgeAdded.snapshotList, judging),
    deskComments: queryOf(build, judgeAdded.commentList, judging),
    deskInvitations: queryOf(build, judge.getInvitationCode, { tags: ['code'] }),
    deskAgentCodes: queryOf(build, judge.getAgentCode, { tags: ['code'] }),
    deskAgentReport: queryOf(build, juryCodes.agentReport, { tags: ['code', 'payment'] }),

    castVote: mutationOf(build, judgeAdded.castVote, { ...moved, ...saidHere }),
    closeDiscussion: mutationOf(build, judgeAdded.closeDiscussion, { ...moved, ...saidHere }),
    pinConflict: mutationOf(build, juryDesk.pinConflict, { ...moved, ...saidHere }),
    dismissConflict: mutationOf(build, juryDesk.dismissConflict, { ...moved, ...saidHere }),
    planAssignments: mutationOf(build, juryDesk.planAssignments, saidHere),
    applyAssignments: mutationOf(build, juryDesk.planAssignments, { ...moved, ...saidHere }),
    remindJurors: mutationOf(build, juryDesk.remindJurors, moved),
    redactSheet: mutationOf(build, juryDesk.redact, { ...moved, ...saidHere }),
    moderateComments: mutationOf(build, judgeAdded.moderateComments, moved),
    verifySnapshot: mutationOf(build, judgeAdded.verifySnapshot),
    previewPublication: mutationOf(build, judgeAdded.publish),
    revokeAward: mutationOf(build, judgeAdded.revokeAward, { ...moved, ...saidHere }),
    disqualifyEntry: mutationOf(build, judgeAdded.disqualify, { ...moved, ...saidHere }),
    inviteJuror: mutationOf(build, juryCodes.inviteJuror, { ...codes, ...saidHere }),
    resendInvitation: mutationOf(build, juryCodes.resendInvitation, codes),
    createCode: mutationOf(build, juryCodes.createCode, { ...codes, ...saidHere }),
    endCode: mutationOf(build, juryCodes.endCode, { ...codes, ...saidHere }),
  }),
})

export const {
  useDeskBoardQuery,
  useDeskConflictsQuery,
  useDeskWorkloadQuery,
  useDeskReportsQuery,
  useDeskRedactionQuery,
  useDeskSnapshotsQuery,
  useDeskCommentsQuery,
  useDeskInvitationsQuery,
  useDeskAgentCodesQuery,
  useDeskAgentReportQuery,
  useCastVoteMutation,
  useCloseDiscussionMutation,
  usePinConflictMutation,
  useDismissConflictMutation,
  usePlanAssignmentsMutation,
  useApplyAssignmentsMutation,
  useRemindJurorsMutation,
  useRedactSheetMutation,
  useModerateCommentsMutation,
  useVerifySnapshotMutation,
  usePreviewPublicationMutation,
  useRevokeAwardMutation,
  useDisqualifyEntryMutation,
  useInviteJurorMutation,
  useResendInvitationMutation,
  useCreateCodeMutation,
  useEndCodeMutation,
} = deskApi
