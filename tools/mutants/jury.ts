// `npm run test:full -- --only mutants-jury [--only "own score"]`: mutation test of the jury's rules.

import { mutantsCli, mutantsOf as of, type Mutant } from './run-mutants.ts'

const DISCUSSION = 'api/src/modules/jury/deliberation'
const AGENDA = `${DISCUSSION}/agenda.service.ts`
const THREADS = `${DISCUSSION}/deliberation.service.ts`
const SUMMARY = `${DISCUSSION}/deliberation.service.ts`

/** Mutants of the discussions of the jury. */
const DISCUSSION_MUTANTS: readonly Mutant[] = [
  ...of(`${DISCUSSION}/deliberation.api.test.ts`, [
    {
      name: 'a thread opens before the own score',
      file: THREADS,
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
      file: THREADS,
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
      file: THREADS,
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

const POLICY = 'api/src/modules/jury/jury.policy.ts'
const SCOPE = 'api/src/modules/jury/jury-scope.repository.ts'
const DECISIONS = 'api/src/modules/jury/results/decisions.service.ts'
const SHOWING = 'api/src/modules/jury/publication/publish.service.ts'
const SCORING = 'shared/src/domain/jury/scoring.ts'
const MAIL_DOMAINS = 'api/src/db/migrations/0022_conflicts.sql'
const CONFLICTS = 'api/src/db/migrations/0183_conflicts_stay_in_judging.sql'
const FIGURES = 'api/src/db/migrations/0024_results.sql'

/** Mutants that break one rule of the jury each. */
export const MUTANTS: readonly Mutant[] = [
  ...of('shared/src/domain/jury/scoring.test.ts', [
    {
      name: 'three votes are trimmed',
      file: SCORING,
      change: [
        'if (totals.length < TRIMMED_FROM) return mean(totals)',
        'if (totals.length < 3) return mean(totals)',
      ],
    },
    {
      name: 'a juror with few votes is pulled less towards the others',
      file: SCORING,
      change: ['const SHRINKAGE = 4', 'const SHRINKAGE = 2'],
    },
    {
      name: 'a wide range alone is no disagreement',
      file: SCORING,
      change: [' || round2(range(totals)) > DIVERGENCE.range)', ')'],
    },
    {
      name: 'a spread alone is no disagreement',
      file: SCORING,
      change: ['(round2(deviation(totals)) > DIVERGENCE.deviation || ', '('],
    },
    {
      name: 'jurors who scored different entries are compared as they are',
      file: SCORING,
      change: ["isComplete ? 'trimmed' : 'balanced'", "isComplete ? 'trimmed' : 'trimmed'"],
    },
    {
      name: 'the first level weighs more than the second',
      file: SCORING,
      change: ['SECOND_LEVEL_SHARE = 60', 'SECOND_LEVEL_SHARE = 40'],
    },
  ]),
  ...of('shared/src/domain/jury/blind-text.test.ts', [
    {
      name: 'the client stays on the sheet',
      file: 'shared/src/domain/entries/entry-fields.ts',
      change: [
        "client: optionalText(\n    { step: 4, place: 'facts', control: 'half', jurors: 'hidden'",
        "client: optionalText(\n    { step: 4, place: 'facts', control: 'half', jurors: 'shown'",
      ],
    },
    {
      name: 'addresses stay in the texts',
      file: 'shared/src/domain/jury/blind-text.ts',
      change: ['mask(blackOut(text, contacts), needlesOf', 'mask(blackOut(text, []), needlesOf'],
    },
  ]),
  ...of('api/src/modules/jury/assignment/assignment-optimiser.test.ts', [
    {
      name: 'a plan seats who is barred',
      file: 'api/src/modules/jury/assignment/assignment-optimiser.ts',
      change: [' &&\n      !barred[entry]?.includes(juror),', ','],
    },
  ]),
  ...of('api/src/modules/jury/scoring/scoring.api.test.ts', [
    {
      name: 'a sub-juror reaches the whole panel',
      file: POLICY,
      change: ["kind: 'assigned', statuses", "kind: 'panel', statuses"],
    },
    {
      name: 'the other level scores in every phase',
      file: POLICY,
      change: ['if (!can_score_levels.includes(level)) {', 'if (can_score_levels.length === 0) {'],
    },
    {
      name: 'figures of the others come before the own score',
      file: POLICY,
      change: ["(rule === 'after_own' && hasOwnScore)", "rule === 'after_own'"],
    },
    {
      name: 'the company stays on the sheet of a juror',
      file: 'api/src/modules/jury/lists/juror-info.service.ts',
      change: ['answers: words ? blindSheet(full, words) : full', 'answers: full'],
    },
    {
      name: 'a stale tab overwrites a score',
      file: 'api/src/modules/jury/scoring/scores.service.ts',
      change: [
        '  if ((before?.version ?? 0) !== input.version) throw await staleScore(trx, before)\n',
        '',
      ],
      and: [
        'scores.save(key, input.version, change',
        'scores.save(key, before?.version ?? 0, change',
      ],
    },
  ]),
  ...of('api/src/modules/jury/members/conflicts.api.test.ts', [
    {
      name: 'a conflict hides nothing',
      file: SCOPE,
      change: ['\n    and not ${inConflict(scope.juror_id)})', ')'],
    },
    {
      name: 'the codes of a juror are no conflict',
      file: CONFLICTS,
      change: ["'referral', 'account ' || owner_id", "'referral', 'nobody ' || owner_id"],
    },
    {
      name: 'two accounts at a provider for everybody are a conflict',
      file: MAIL_DOMAINS,
      change: [
        'where not exists (select 1 from public_mail_domains p',
        'where email is not null or not exists (select 1 from public_mail_domains p',
      ],
    },
  ]),
  ...of('api/src/modules/jury/results/results.api.test.ts', [
    {
      name: 'two votes of the first level are a quorum',
      file: FIGURES,
      change: ['case level when 2 then 3 else 2 end', 'case level when 2 then 2 else 2 end'],
      and: ['count(*) >= quorum_of(level)', 'count(*) >= 2'],
    },
    {
      name: 'too few votes are enough for an award',
      file: DECISIONS,
      change: ['  if (first.votes < first.quorum) throw quorumMissing(first.votes, 2)\n', ''],
    },
    {
      name: 'an award needs no discussion',
      file: DECISIONS,
      change: ['  if (!entry.is_to_discuss) return\n', '  if (entry.id) return\n'],
    },
    {
      name: 'levels that are out of turn decide',
      file: POLICY,
      change: ['if (!can_award_levels.includes(level)) {', 'if (can_award_levels.length > 3) {'],
    },
    {
      name: 'the second level sorts by hidden figures',
      file: 'api/src/modules/jury/lists/list-filter.repository.ts',
      change: [
        "scope.kind === 'panel' ? PANEL : BLIND",
        "scope.kind === 'assigned' ? BLIND : PANEL",
      ],
    },
    {
      name: 'a decision shows before the own score',
      file: 'api/src/modules/jury/lists/juror-info.service.ts',
      change: [
        'decision_status: seesDecision ? entry.decision_status : 0',
        'decision_status: entry.decision_status',
      ],
    },
    {
      name: 'a section has two Grands Prix',
      file: 'api/src/modules/jury/results/decisions.service.ts',
      change: ['if (await decisionsRepository(trx).isTaken(entry, award.id)) {', 'if (!trx) {'],
    },
  ]),
  ...of('api/src/modules/jury/lists/table-columns.api.test.ts', [
    {
      name: 'an identifying column is shown to an anonymised chair',
      file: 'api/src/modules/jury/anonymity/anonymised-entries.ts',
      change: ['named_or_fees: isNamed || seesFees', 'named_or_fees: true'],
    },
  ]),
  ...of('api/src/modules/jury/results/deciding.api.test.ts', [
    {
      name: 'a second level that has begun need not be complete',
      file: 'api/src/modules/jury/results/aggregates.repository.ts',
      change: [
        'const isOpen = second.votes > 0 && second.official === null',
        'const isOpen = false',
      ],
    },
  ]),
  ...of('api/src/modules/jury/results/figures.api.test.ts', [
    {
      name: 'the vote of somebody in conflict counts',
      file: FIGURES,
      change: ["and c.juror_id = s.juror_id and c.state = 'standing')", 'and false)'],
    },
    {
      name: 'abstentions count',
      file: FIGURES,
      change: ['not s.is_draft and seat.status = 3', 'not s.is_draft and seat.status in (3, 4)'],
    },
  ]),
  ...of('api/src/modules/jury/results/snapshots.api.test.ts', [
    {
      name: 'figures move after the freeze',
      file: 'api/src/modules/jury/results/aggregates.repository.ts',
      change: ['frozen.get(id) ?? figuresOf', 'figuresOf'],
      and: ['ids.filter((id) => !frozen.has(id))', 'ids'],
    },
    {
      name: 'a snapshot that was changed verifies',
      file: 'api/src/modules/jury/results/snapshots.service.ts',
      change: [
        'isShown &&\n      recomputed === sha256 &&\n      fingerprint(text) === sha256 &&',
        'recomputed === fingerprint(text) &&',
      ],
    },
  ]),
  ...of('api/src/modules/jury/publication/publishing.api.test.ts', [
    {
      name: 'results are published before they are frozen',
      file: POLICY,
      change: ['if (!can_publish) {', 'if (can_publish === undefined) {'],
    },
    {
      name: 'hiding needs no reason',
      file: SHOWING,
      change: ['if (isShown || reason) return', 'if (isShown || reason === reason) return'],
    },
    {
      name: 'works without a licence are shown',
      file: SHOWING,
      change: ["entry.has_licence ? undefined : 'NO_LICENCE'", 'undefined'],
    },
  ]),
  ...of('api/src/modules/jury/archive/archives.api.test.ts', [
    {
      name: 'an archive names the people behind a work',
      file: 'api/src/modules/jury/archive/zip-plan.ts',
      change: ['words.get(sheet.apply_order_id) ?? NO_WORDS', 'NO_WORDS'],
    },
    {
      name: 'an archive holds pictures that were taken out',
      file: 'api/src/modules/jury/anonymity/sheet-files.repository.ts',
      change: [
        '${inScope(scope)} and not ${isHidden()}\n    order by entry.judging_no',
        '${inScope(scope)}\n    order by entry.judging_no',
      ],
    },
  ]),
  ...of('api/src/modules/jury/members/invitations.api.test.ts', [
    {
      name: 'entries are shown before the agreement',
      file: POLICY,
      change: ['  requireAgreement(juror)\n', ''],
    },
    {
      name: 'refunds stay in the figures of an agent',
      file: 'api/src/modules/jury/members/codes.repository.ts',
      change: ["filter (where kind = 'refund'), 0)", "filter (where kind = 'none'), 0)"],
    },
  ]),
  ...of('api/src/modules/jury/scoring/score-sheet.api.test.ts', [
    {
      name: 'a juror has the same letter everywhere',
      file: 'api/src/modules/jury/scoring/score-sheet.repository.ts',
      change: [
        "(${secret} || score.apply_order_id || ':' || score.juror_id)",
        '(${secret} || score.juror_id)',
      ],
    },
    {
      name: 'comments that nobody has read are shown',
      file: 'api/src/modules/jury/scoring/score-sheet.service.ts',
      change: ["state === 'released'", "state !== 'withheld'"],
    },
  ]),
  ...of('api/src/modules/jury/question-forms.api.test.ts', [
    {
      name: 'an anonymised file has hidden answers',
      file: 'api/src/modules/entries/answer-columns.ts',
      change: ["!isBlind || (jurors !== 'hidden' && kind !== 'file')", 'isBlind || true'],
    },
    {
      name: 'a file has answers as they were written',
      file: 'api/src/modules/entries/answer-columns.ts',
      change: ["question.jurors === 'redacted'", 'false'],
    },
  ]),
  ...DISCUSSION_MUTANTS,
]

if (import.meta.main) process.exitCode = await mutantsCli(MUTANTS, 'own score')
