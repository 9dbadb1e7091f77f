/** The server cannot start; the message says what the operator can do, so no stack is shown. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
