import { api, mutationOf, queryOf } from '@awards/shared/client'
import {
  account,
  agentDesk,
  documents,
  documentsAdded,
  entries,
  entriesAdded,
  payments,
  publication,
  publicationAdded,
  scoreSheets,
  session,
} from '@awards/shared/contract'

/** The calls of this package, in the one cache of the site. */
export const entrantApi = api.injectEndpoints({
  endpoints: (build) => ({
    registrationTime: queryOf(build, entries.registrationTime, { tags: ['content'] }),
    entrySections: queryOf(build, entries.awardClassification, { tags: ['content'] }),
    entrantCountries: queryOf(build, publication.getGlobalAreaCode, { tags: ['content'] }),
    entryList: queryOf(build, entries.entryList, { tags: ['entry'] }),
    historyEntryList: queryOf(build, entries.historyEntryList, { tags: ['entry'] }),
    awardList: queryOf(build, entries.awardList, { tags: ['entry', 'award'] }),
    historyAwardList: queryOf(build, entries.historyAwardList, { tags: ['entry', 'award'] }),
    entryInfo: queryOf(build, entries.info, { tags: ['entry'] }),
    entryPrice: queryOf(build, payments.getEntryFee, {
      tags: ['payment', 'entry'],
      skipErrorHandler: true,
    }),
    packageOffer: queryOf(build, payments.getWinnerPackageFeePaymentChannel, {
      tags: ['payment', 'award'],
    }),
    createEntry: mutationOf(build, entries.entry, { invalidates: ['entry'] }),
    deleteEntry: mutationOf(build, entries.deleteEntry, { invalidates: ['entry'] }),
    editEntry: mutationOf(build, entries.edit, { invalidates: ['entry'] }),
    editWinningInfo: mutationOf(build, entries.winningInfoEdit, {
      invalidates: ['entry', 'award', 'payment'],
    }),
    /** Why there is none yet is said on the page. */
    scoreSheet: queryOf(build, scoreSheets.scoreSheet, {
      tags: ['entry', 'award'],
      skipErrorHandler: true,
    }),
    agentEntries: queryOf(build, agentDesk.agentEntries, { tags: ['entry'] }),
    certificate: mutationOf(build, documents.printCertPdf),
    entryInvoice: mutationOf(build, documents.printEntryFeeInvoice),
    entryFeeTable: queryOf(build, publicationAdded.feeTable, { tags: ['content'] }),
    /** Without an answer nothing is offered to be filled in again. */
    entryTemplates: queryOf(build, entriesAdded.templates, {
      tags: ['entry'],
      skipErrorHandler: true,
    }),
    answerAward: mutationOf(build, entriesAdded.awardAnswer, {
      invalidates: ['entry', 'award', 'payment'],
    }),
    duplicateEntry: mutationOf(build, entriesAdded.duplicate, { invalidates: ['entry'] }),
    profile: queryOf(build, account.profile, { tags: ['user'] }),
    updateProfile: mutationOf(build, account.updateProfile, { invalidates: ['user'] }),
    changeEmail: mutationOf(build, account.changeEmail, { invalidates: ['user'] }),
    emailCode: mutationOf(build, session.verifyCode),
    accountSessions: queryOf(build, account.sessions, { tags: ['user'] }),
    endSessions: mutationOf(build, account.endSessions, { invalidates: ['user'] }),
    dataExport: queryOf(build, account.export, { tags: ['user'] }),
    requestExport: mutationOf(build, account.requestExport, { invalidates: ['user'] }),
    /** What speaks against it is said beside the form. */
    eraseAccount: mutationOf(build, account.erase, { skipErrorHandler: true }),
    invoices: queryOf(build, documentsAdded.invoices, { tags: ['invoice', 'payment'] }),
    printInvoice: mutationOf(build, documentsAdded.printInvoice),
    /** Asked on every tab of the account; without an answer the tab is not offered. */
    contracts: queryOf(build, entriesAdded.withdrawals, {
      tags: ['payment', 'invoice'],
      skipErrorHandler: true,
    }),
    withdrawFromContract: mutationOf(build, entriesAdded.withdrawal, {
      invalidates: ['entry', 'award', 'payment', 'invoice'],
    }),
  }),
})

export const {
  useRegistrationTimeQuery,
  useEntrySectionsQuery,
  useEntrantCountriesQuery,
  useEntryListQuery,
  useHistoryEntryListQuery,
  useAwardListQuery,
  useHistoryAwardListQuery,
  useEntryInfoQuery,
  useEntryPriceQuery,
  usePackageOfferQuery,
  useCreateEntryMutation,
  useDeleteEntryMutation,
  useEditEntryMutation,
  useEditWinningInfoMutation,
  useScoreSheetQuery,
  useAgentEntriesQuery,
  useCertificateMutation,
  useEntryInvoiceMutation,
  useEntryFeeTableQuery,
  useEntryTemplatesQuery,
  useAnswerAwardMutation,
  useDuplicateEntryMutation,
  useProfileQuery,
  useUpdateProfileMutation,
  useChangeEmailMutation,
  useEmailCodeMutation,
  useAccountSessionsQuery,
  useEndSessionsMutation,
  useDataExportQuery,
  useRequestExportMutation,
  useEraseAccountMutation,
  useInvoicesQuery,
  usePrintInvoiceMutation,
  useContractsQuery,
  useWithdrawFromContractMutation,
} = entrantApi
