import type { EntryFile } from '@awards/shared/contract'
import type { EntryDraft } from '@awards/shared/domain'

/** What the server holds of an entry, as far as the form changes it. */
export type Saved = { version: number; step: number; answers: EntryDraft; files: EntryFile[] }
/** What was changed since. */
export type Pending = {
  answers: EntryDraft
  files?: EntryFile[] | undefined
  step?: number | undefined
  /**
   * Fields that are in question since another window changed them, and those written since. What stands
   * there now is an answer to what the other window has, also where it reads as it did before both.
   */
  asked?: readonly string[] | undefined
}
export type SaveState =
  | 'saved'
  | 'waiting'
  | 'saving'
  | 'offline'
  | 'conflict'
  | 'refused'
  | 'locked'
export type Choice = 'mine' | 'theirs'

export type SaverPorts = {
  saveAnswers: (saved: Saved) => Promise<{ version: number }>
  saveFiles: (
    version: number,
    files: EntryFile[],
  ) => Promise<{ version: number; files: EntryFile[] }>
  /** What the server holds now, after another window has saved. */
  load: () => Promise<Saved>
  /** Keeps a copy on this device, with the version it was written over, until the server has all. */
  keep: (pending: Pending | undefined, base: Saved) => void
  refused: (error: unknown) => void
  /**
   * Fields of a change that would leave an entry incomplete that is handed in, `images` for its files;
   * the server refuses them (`brokenBy`), so they stay here until they are put right.
   */
  broken?: (answers: EntryDraft, files: readonly EntryFile[], before: Saved) => readonly string[]
}
