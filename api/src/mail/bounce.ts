/** What nodemailer tells of a refusal by the mail server. */
type SmtpError = { command?: unknown; responseCode?: unknown; response?: unknown }

/** Replies to a recipient without an enhanced code: no such mailbox, not here, name not allowed. */
const NO_MAILBOX = [550, 551, 553]
/** Enhanced codes (RFC 3463): a bad address, or a mailbox that is shut. What follows 5.7 is about the sender. */
const BAD_ADDRESS = /\b5\.(?:1\.\d+|2\.1)\b/
const ENHANCED = /\b5\.\d+\.\d+\b/

/** Whether an enhanced code tells for good that an address takes no mail, as a notice of failed delivery has it. */
export const isBadAddress = (status: string): boolean => BAD_ADDRESS.test(status)

/** True where the server said for good that the address takes no mail; anything else may be tried again. */
export function isHardBounce(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { command, responseCode, response } = error as SmtpError
  if (command !== 'RCPT TO' || typeof responseCode !== 'number' || responseCode < 500) return false
  const text = String(response)
  return ENHANCED.test(text) ? BAD_ADDRESS.test(text) : NO_MAILBOX.includes(responseCode)
}
