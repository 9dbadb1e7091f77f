import { api, mutationOf, queryOf } from '@awards/shared/client'
import {
  documents,
  documentsAdded,
  entries,
  entriesAdded,
  payments,
  paymentsAdded,
  publication,
} from '@awards/shared/contract'

/** A failure that the page itself shows, beside its form or in place of its content. */
const shownHere = { skipErrorHandler: true } as const
const afterPayment = { invalidates: ['entry', 'award', 'payment', 'invoice'] } as const

/** The calls of this package, in the one cache of the site. */
export const paymentApi = api.injectEndpoints({
  endpoints: (build) => ({
    payableEntry: queryOf(build, entries.info, { tags: ['entry'] }),
    payerCountries: queryOf(build, publication.getGlobalAreaCode, { tags: ['content'] }),
    /** The server's clock and the dates of the edition; without them the page still works. */
    siteTime: queryOf(build, entries.registrationTime, shownHere),
    /** The address of the account, else of the last order; without it the form begins empty. */
    knownBilling: queryOf(build, entriesAdded.templates, { tags: ['user'], ...shownHere }),
    entryQuote: queryOf(build, payments.getEntryFee, { tags: ['payment'], ...shownHere }),
    vatNumber: queryOf(build, paymentsAdded.checkVatNumber, shownHere),
    entryChannels: queryOf(build, payments.getEntryFeePaymentChannel, { tags: ['payment'] }),
    packageTerms: queryOf(build, payments.getWinnerPackageFeePaymentChannel, {
      tags: ['payment'],
    }),
    /** Asked again and again while the payer pays; a lost answer is no reason for a toast. */
    orderState: queryOf(build, payments.queryOrder, shownHere),
    entryQrcode: mutationOf(build, payments.getEntryFeeQrcode),
    packageQrcode: mutationOf(build, payments.getAwardedQrcode),
    payPackage: mutationOf(build, payments.winnerPackageFeePayment, afterPayment),
    paidEntryInvoice: mutationOf(build, documents.printEntryFeeInvoice),
    paidPackageInvoice: mutationOf(build, documents.printWinnerPackageFeeInvoice),
    receipt: mutationOf(build, documentsAdded.printReceipt),
    proforma: mutationOf(build, documents.createEntryFeeInvoice, { invalidates: ['invoice'] }),
    paper: mutationOf(build, documentsAdded.printInvoice),
  }),
})

export const {
  usePayableEntryQuery,
  usePayerCountriesQuery,
  useSiteTimeQuery,
  useKnownBillingQuery,
  useEntryQuoteQuery,
  useLazyEntryQuoteQuery,
  useVatNumberQuery,
  useEntryChannelsQuery,
  usePackageTermsQuery,
  useOrderStateQuery,
  useEntryQrcodeMutation,
  usePackageQrcodeMutation,
  usePayPackageMutation,
  usePaidEntryInvoiceMutation,
  usePaidPackageInvoiceMutation,
  useReceiptMutation,
  useProformaMutation,
  usePaperMutation,
} = paymentApi
