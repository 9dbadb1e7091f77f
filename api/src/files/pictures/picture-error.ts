/** The bytes are not an accepted picture; `message` tells the user what to do instead. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

/** The error for bytes that no allowed decoder can read. */
export const unreadableError = () =>
  new PictureError(
    'This file is not a picture we can read. Please export it as JPEG, PNG or WebP and try again.',
  )
