/** The storage does not answer, or does not let this process in; what was asked may work later. */
export class StorageAwayError extends Error {
  override readonly name = 'StorageAwayError'
}
