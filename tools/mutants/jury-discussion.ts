import { mutantsOf as of, type Mutant } from './run-mutants.ts'

const DISCUSSION = 'api/src/modules/jury/deliberation'
const ACCESS = `${DISCUSSION}/thread-access.ts`
const AGENDA = `${DISCUSSION}/agenda.service.ts`
const THREADS = `${DISCUSSION}/deliberation.service.ts`
const SUMMARY = `${DISCUSSION}/deliberation.service.ts`

/** Mutants of the discussions of the jury. */
export const DISCUSSION_MUTANTS: readonly Mutant[] = [
  ...of(`${DISCUSSION}/deliberation.api.test.ts`, [
    {
      name: 'a thread opens before the own score',
      file: ACCESS,
      change: ["if (score === undefined || score.is_draft) return 'own_score'", ''],
    },
    {
      name: 'jurors read each other by name',
      file: THREADS,
      change: [
        'is_named: isOpen || is_own, juror: isOpen || is_own ? name : letter',
        'is_named: true, juror: name',
      ],
    },
    {
      name: 'what somebody in conflict said is still read',
      file: THREADS,
      change: ['(isChair || !row.is_excluded)', '(isChair || row !== undefined)'],
    },
    {
      name: 'the first level reads the second',
      file: THREADS,
      change: ['actor.identity !== 2 || level < 3', 'actor.identity !== 2 || level > 0'],
    },
    {
      name: 'of two moves of the agenda the later one wins',
      file: AGENDA,
      change: ['if (revision !== seen) throw staleVersion(revision)', ''],
    },
    {
      name: 'two entries are discussed at once',
      file: AGENDA,
      change: ["if (step === 'now') await agenda.endCurrent(reader.scope, edition_id)", ''],
    },
    {
      name: 'a comment is changed at any time',
      file: THREADS,
      change: [
        'if (now.getTime() - row.at.getTime() <= EDIT_MS) return',
        'if (now.getTime() > 0) return',
      ],
    },
    {
      name: 'a comment of somebody else is changed',
      file: THREADS,
      change: [
        'if (isGone || row.juror_id !== actor.juror?.id) throw gone()',
        'if (isGone) throw gone()',
      ],
    },
    {
      name: 'the name of an entrant stays in a comment',
      file: ACCESS,
      change: ['(words ? blindText(text, entry.title, words) : text)', '(words ? text : text)'],
    },
    {
      name: 'a summary names a juror',
      file: SUMMARY,
      change: ['if (is_released) await requireReleasable(trx, id, text)', ''],
    },
  ]),
  ...of(`${DISCUSSION}/frozen-discussion.api.test.ts`, [
    {
      name: 'the freeze leaves the discussion open',
      file: ACCESS,
      change: ['      requireOpen(found)\n', ''],
    },
    {
      name: 'a released summary is changed without a reason',
      file: SUMMARY,
      change: ['if (isReopened && (is_released || !reason)) throw released()', ''],
    },
    {
      name: 'the masks of another chair are stored',
      file: SUMMARY,
      change: [
        'if (given === shown) return original\n  if (!hasMask(given)) return given',
        'if (given !== undefined) return given',
      ],
    },
  ]),
]
