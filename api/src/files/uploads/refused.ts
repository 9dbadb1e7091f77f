import { BusinessError } from '../../http/business-error.ts'

/** The refusal of a file: one sentence that says what to do instead. */
export const refused = (message: string) => new BusinessError(422, { file: [message] })

/** The bytes are not those that were announced; they may be sent again to the same address. */
export const damaged = () =>
  new BusinessError(
    422,
    { file: ['The file was damaged on its way. Please send it again.'] },
    { reason: 'DAMAGED' },
  )

export const tooLarge = (limit: number) =>
  refused(
    `This file is larger than ${Math.round(limit / 1_048_576)} MB. Please send a smaller one.`,
  )
