import { dayIn } from '@awards/shared/domain'
import { checkProgramme } from './programme-checks.ts'
import { ProgrammeError, type Problem, type Source, programmeDate } from './programme-source.ts'
import { type ProgrammeOrigin, readFiles, type Programme } from './programme-files.ts'

type Span = { starts_at?: string | undefined; ends_at?: string | undefined }
type DatedRecord = { source: Source<unknown>; path: PropertyKey[]; span: Span }

/** Reports ends before starts, and overlapping phases or fee periods of an edition. */
function dateProblems(programme: Programme, anchor: string): Problem[] {
  const zone = programme.programme.value.timezone
  const when = (text: string) => programmeDate(text, anchor, zone).getTime()
  const problems: Problem[] = []
  const at = ({ source, path }: DatedRecord, key: string, reason: string, sentence: string) =>
    problems.push({
      file: source.file,
      line: source.line([...path, key]),
      reason: `${[...path, key].map(String).join('.')}: ${reason}`,
      field: { path: [...path, key], sentence },
    })
  const isForward = (placed: DatedRecord) => {
    const { starts_at, ends_at } = placed.span
    if (!starts_at || !ends_at || when(starts_at) < when(ends_at)) return true
    const reason = `ends (${ends_at}) before it begins (${starts_at})`
    at(placed, 'ends_at', reason, 'This ends before it begins')
    return false
  }

  for (const { source, path, span } of datedRecords(programme)) isForward({ source, path, span })
  for (const source of programme.editions) {
    const { opens_at, closes_at, phases, fee_periods } = source.value
    if (when(opens_at) >= when(closes_at)) {
      const reason = 'the call closes before it opens'
      at({ source, path: [], span: {} }, 'closes_at', reason, 'The call closes before it opens')
    }
    for (const [name, spans] of Object.entries({ phases, fee_periods })) {
      const placed = spans.map((span, index) => ({ source, path: [name, index], span }))
      const ordered = placed
        .filter(isForward)
        .toSorted((a, b) => when(a.span.starts_at ?? '') - when(b.span.starts_at ?? ''))
      ordered.forEach((later, index) => {
        const earlier = ordered[index - 1]
        if (!earlier?.span.ends_at || !later.span.starts_at) return
        if (when(later.span.starts_at) < when(earlier.span.ends_at)) {
          const reason = `begins before the one before it ends (${earlier.span.ends_at})`
          at(later, 'starts_at', reason, 'This begins before the one before it ends')
        }
      })
    }
  }
  return problems
}

const datedRecords = ({ banners, blocks, faq }: Programme): DatedRecord[] => [
  ...banners.value.map((span, index) => ({ source: banners, path: [index], span })),
  ...blocks.value.map((span, index) => ({ source: blocks, path: [index], span })),
  ...faq.value.questions.map((span, index) => ({ source: faq, path: ['questions', index], span })),
]

/**
 * Reads and checks the files of a programme. Throws ProgrammeError with every problem.
 * `anchor` (YYYY-MM-DD) is the day of the first load, today by default.
 */
export async function readProgramme(origin: ProgrammeOrigin, anchor?: string): Promise<Programme> {
  const problems: Problem[] = []
  const programme = await readFiles(origin, problems)
  if (programme) {
    await checkProgramme(programme, problems)
    const today = dayIn(new Date(), programme.programme.value.timezone)
    problems.push(...dateProblems(programme, anchor ?? today))
  }
  if (!programme || problems.length > 0) throw new ProgrammeError(problems)
  return programme
}
