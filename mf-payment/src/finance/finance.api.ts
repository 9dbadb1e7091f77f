import { api, mutationOf, queryOf } from '@awards/shared/client'
import { documents, money } from '@awards/shared/contract'

const shownHere = { skipErrorHandler: true } as const
const moved = { invalidates: ['payment', 'judging', 'invoice'] } as const

/** The calls of the chair who looks after the money, in the one cache of the site. */
export const financeApi = api.injectEndpoints({
  endpoints: (build) => ({
    deskPayments: queryOf(build, money.paymentList, { tags: ['payment'] }),
    deskPayment: queryOf(build, money.payment, { tags: ['payment'] }),
    deskAlerts: queryOf(build, money.alertList, { tags: ['payment'] }),
    deskDays: queryOf(build, money.comparisons, { tags: ['payment'] }),
    refundPayment: mutationOf(build, money.refundPayment, { ...moved, ...shownHere }),
    confirmRefund: mutationOf(build, money.confirmRefund, { ...moved, ...shownHere }),
    resolveAlert: mutationOf(build, money.resolveAlert, { ...moved, ...shownHere }),
    compareDay: mutationOf(build, money.compareDay, { ...moved, ...shownHere }),
    exportBooks: mutationOf(build, money.exportBooks, shownHere),
    deskEntryInvoice: mutationOf(build, documents.printEntryFeeInvoice),
    deskPackageInvoice: mutationOf(build, documents.printWinnerPackageFeeInvoice),
  }),
})

export const {
  useDeskPaymentsQuery,
  useDeskPaymentQuery,
  useDeskAlertsQuery,
  useDeskDaysQuery,
  useRefundPaymentMutation,
  useConfirmRefundMutation,
  useResolveAlertMutation,
  useCompareDayMutation,
  useExportBooksMutation,
  useDeskEntryInvoiceMutation,
  useDeskPackageInvoiceMutation,
} = financeApi
