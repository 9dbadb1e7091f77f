import { workshop } from './workshop.ts'

/** A picture, and the widths in which it is wanted. */
export type AvifTask = { readonly source: Uint8Array; readonly widths: readonly number[] }
export type AvifAnswer =
  | { readonly pictures: readonly Uint8Array[]; readonly placeholder: string }
  | { readonly failure: string }

/** A busy machine gives this process next to nothing. */
const LIMIT_MS = 10 * 60_000

/** Encodes one picture after another in a process that gives way to all others. */
export const avifWorkshop = () => workshop<AvifTask, AvifAnswer>('avif-encoder.ts', LIMIT_MS)
export type AvifWorkshop = ReturnType<typeof avifWorkshop>
