import type { EntryFile } from '@awards/shared/contract'
import type { Designer, EntryDraft, QuestionAnswers, WinningInfo } from '@awards/shared/domain'

type DraftField = keyof EntryDraft | keyof WinningInfo
/** The fields of a form that saves itself: of an entry, or of what is published about a winner. */
export type Fields = Partial<Record<DraftField, unknown>>

/** The server's version of the fields that the form edits. */
export type Saved<Answers extends Fields = EntryDraft> = {
  version: number
  step: number
  answers: Answers
  files: EntryFile[]
}
/** A save of which no answer came: the server may have it or not. */
export type Sent<Answers extends Fields = EntryDraft> = {
  answers: Answers
  files?: EntryFile[] | undefined
}
/** Unsaved changes. */
export type Pending<Answers extends Fields = EntryDraft> = {
  answers: Answers
  files?: EntryFile[] | undefined
  step?: number | undefined
  /**
   * Fields that are in question since another window changed them, and those written since. What stands
   * there now is an answer to what the other window has, also where it reads as it did before both.
   */
  asked?: readonly string[] | undefined
  /** What was sent over this version without an answer. At most one of them can have been saved. */
  sent?: readonly Sent<Answers>[] | undefined
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
   * Fields of a change that would leave an entry incomplete that is submitted, `images` for its files;
   * the server refuses them (`brokenBy`), so they stay here until they are put right.
   */
  broken?: (answers: EntryDraft, files: readonly EntryFile[], before: Saved) => readonly string[]
}

type DraftDesigner = Partial<Designer> & { name: string }

/** A field that both windows changed, each in its own way. */
export type Conflict =
  | { field: DraftField; mine: unknown; theirs: unknown }
  | { field: 'files'; mine: EntryFile[]; theirs: EntryFile[] }

type Merged<Answers extends Fields> = { pending: Pending<Answers>; conflicts: Conflict[] }

/** Values that a reader could not tell apart are the same. */
const plain = (value: unknown): unknown => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, one]) => plain(one) !== '')
  return entries.sort(([a], [b]) => a.localeCompare(b)).map(([key, one]) => [key, plain(one)])
}
const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(plain(a)) === JSON.stringify(plain(b))

/** The place in the list is its order, not a fact about the file; the picture follows from its id. */
const factsOf = ({ file_id, kind, alt, credit }: EntryFile) => ({ file_id, kind, alt, credit })
const sameFiles = (a: readonly EntryFile[], b: readonly EntryFile[]): boolean =>
  same(a.map(factsOf), b.map(factsOf))

type ListRules<T> = { keyOf: (one: T) => string; isSame: (a: T, b: T) => boolean }

/** Brings two changes of one list together; undefined where both touched the same item. */
export function mergeLists<T>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  { keyOf, isSame }: ListRules<T>,
): T[] | undefined {
  const [b, m, t] = [base, mine, theirs].map(
    (list) => new Map(list.map((one) => [keyOf(one), one])),
  ) as [Map<string, T>, Map<string, T>, Map<string, T>]
  if (b.size < base.length || m.size < mine.length || t.size < theirs.length) return undefined

  const isMoved = (list: Map<string, T>) => {
    const common = (keys: Iterable<string>) =>
      [...keys].filter((key) => b.has(key) && list.has(key))
    return common(list.keys()).join('\n') !== common(b.keys()).join('\n')
  }
  const [first, second] = isMoved(m) ? [m, t] : [t, m]
  const merged: T[] = []
  for (const key of new Set([...first.keys(), ...second.keys(), ...b.keys()])) {
    const [before, here, there] = [b.get(key), m.get(key), t.get(key)]
    const isKeptThere = before !== undefined && there !== undefined && isSame(before, there)
    const isKeptHere = before !== undefined && here !== undefined && isSame(before, here)
    if (here !== undefined && there !== undefined) {
      if (!isSame(here, there) && !isKeptHere && !isKeptThere) return undefined
      merged.push(isKeptHere ? there : here)
    } else if (before === undefined) {
      const added = here ?? there
      if (added !== undefined) merged.push(added)
    } else if ((here !== undefined && !isKeptHere) || (there !== undefined && !isKeptThere)) {
      // One window removed what the other one changed.
      return undefined
    }
  }
  return merged
}

const designerRules: ListRules<DraftDesigner> = {
  keyOf: ({ name }) => name.trim().toLowerCase(),
  isSame: same,
}
const fileRules: ListRules<EntryFile> = {
  keyOf: ({ file_id }) => file_id,
  isSame: (a, b) => same(factsOf(a), factsOf(b)),
}

/** Brings answers to questions of the programme together one by one; undefined where both changed the same one. */
function mergeQuestions(
  base: QuestionAnswers = {},
  mine: QuestionAnswers = {},
  theirs: QuestionAnswers = {},
) {
  const merged: QuestionAnswers = { ...theirs }
  for (const [code, here] of Object.entries(mine)) {
    if (same(here, base[code])) continue
    if (!same(theirs[code], base[code]) && !same(theirs[code], here)) return undefined
    merged[code] = here
  }
  return merged
}

/** Brings together what both changed of a field with several items; undefined where somebody has to choose. */
function mergeItems(field: DraftField, base: unknown, mine: unknown, theirs: unknown): unknown {
  if (field === 'questions') {
    type Answers = QuestionAnswers | undefined
    return mergeQuestions(base as Answers, mine as Answers, theirs as Answers)
  }
  if (field !== 'designers') return undefined
  const listOf = (value: unknown) => (value ?? []) as DraftDesigner[]
  return mergeLists(listOf(base), listOf(mine), listOf(theirs), designerRules)
}

function mergeFiles(base: EntryFile[], mine: EntryFile[], theirs: EntryFile[]) {
  if (sameFiles(theirs, base)) return mine
  const merged = mergeLists(base, mine, theirs, fileRules)
  const covers = merged?.filter(({ kind }) => kind === 'cover').length ?? 0
  const documents = merged?.filter(({ kind }) => kind === 'pdf').length ?? 0
  return covers > 1 || documents > 1 ? undefined : merged
}

/** How many saves without an answer are remembered: after a long time without a connection the first ones and the last. */
const MOST_SENT = 8

/** Remembers what is sent until its answer comes, so that it is known again where the answer does not. */
export function withSent<Answers extends Fields>(
  mine: Pending<Answers>,
  one: Sent<Answers>,
): Pending<Answers> {
  const { sent = [] } = mine
  // A repeat is no other save.
  if (sent.some((known) => same(known, one))) return mine
  return { ...mine, sent: [...sent.slice(0, MOST_SENT - 1), one] }
}

/** The fields that stand there as they were sent from here: what stands here now was written over that. */
function arrivedFields<Answers extends Fields>(
  { sent = [] }: Pending<Answers>,
  theirs: Saved<Answers>,
): ReadonlySet<string> {
  const arrived = sent.filter(
    ({ answers, files = theirs.files }) =>
      sameFiles(files, theirs.files) &&
      (Object.keys(answers) as DraftField[]).every((field) =>
        same(answers[field], theirs.answers[field]),
      ),
  )
  return new Set(
    arrived.flatMap(({ answers, files }) => [...Object.keys(answers), ...(files ? ['files'] : [])]),
  )
}

/**
 * Puts what was changed here on top of what another window saved since. What only one of them changed,
 * or both changed alike, needs no question; the rest is a conflict and is left out of `pending`. A field
 * that is `asked` stays a conflict until both read the same, whatever stood there before. A save of this
 * window of which no answer came is no other window's.
 */
export function mergeDraft<Answers extends Fields>(
  base: Saved<Answers>,
  mine: Pending<Answers>,
  theirs: Saved<Answers>,
): Merged<Answers> {
  const asked = new Set(mine.asked)
  const arrived = arrivedFields(mine, theirs)
  const answers: Fields = {}
  const conflicts: Conflict[] = []
  for (const field of Object.keys(mine.answers) as DraftField[]) {
    const [here, there] = [mine.answers[field], theirs.answers[field]]
    const before = arrived.has(field) ? there : base.answers[field]
    if (same(here, there)) continue
    if (asked.has(field)) {
      conflicts.push({ field, mine: here, theirs: there })
      continue
    }
    if (same(here, before)) continue
    if (same(there, before)) answers[field] = here
    else {
      const merged = mergeItems(field, before, here, there)
      if (merged) answers[field] = merged
      else conflicts.push({ field, mine: here, theirs: there })
    }
  }
  const isAhead = mine.step !== undefined && mine.step > theirs.step
  const pending: Pending<Answers> = {
    answers: answers as Answers,
    step: isAhead ? mine.step : undefined,
  }
  const filesBefore = arrived.has('files') ? theirs.files : base.files
  const isBack = mine.files && sameFiles(mine.files, filesBefore)
  if (mine.files && !sameFiles(mine.files, theirs.files) && (!isBack || asked.has('files'))) {
    const files = isBack ? undefined : mergeFiles(filesBefore, mine.files, theirs.files)
    if (!files) conflicts.push({ field: 'files', mine: mine.files, theirs: theirs.files })
    else if (!sameFiles(files, theirs.files)) pending.files = files
  }
  return { pending, conflicts }
}
