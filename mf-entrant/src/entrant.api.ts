import { api, mutationOf, queryOf } from '@awards/shared/client'
import { documents, entries, payments, publication } from '@awards/shared/contract'

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
    certificate: mutationOf(build, documents.printCertPdf),
    entryInvoice: mutationOf(build, documents.printEntryFeeInvoice),
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
  useCertificateMutation,
  useEntryInvoiceMutation,
} = entrantApi
