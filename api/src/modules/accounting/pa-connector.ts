/** An invoice as an approved platform (plateforme agréée) takes it: Factur-X, that is CII in XML. */
export type PlatformInvoice = { number: string; issued_on: string; xml: string }

/**
 * The way to the approved platform that the organiser has chosen. `deliver` is idempotent by the
 * number, and throws where the platform did not take the invoice; its answer is the platform's own
 * reference.
 */
export type PaConnector = {
  deliver(invoice: PlatformInvoice): Promise<{ reference: string }>
}
