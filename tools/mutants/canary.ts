// `npm run test:full -- --only mutants-canary [--only "ranks"]`: mutation test of the rules by which a canary is judged.
import { mutantsCli, type Mutant } from './run-mutants.ts'

const JUDGE = 'platform/src/registry/rollout/judge.ts'
const SEQUENTIAL = 'platform/src/registry/rollout/step-tests.ts'
const TESTS = 'platform/src/registry/rollout/step-tests.ts'
const test = 'platform/src/registry/rollout/judge.test.ts'

/** Mutants that take away one rule of the judge each. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'failures are not looked at every minute',
    file: JUDGE,
    change: ['if (stops(sequential)) {', 'if (step.length < 0) {'],
  },
  {
    name: 'failures do not stop at the end of a step',
    file: JUDGE,
    change: [
      "if (stops(exact)) return { verdict: 'stop', reason: 'failures', ...facts, findings }",
      '',
    ],
  },
  {
    name: 'speed does not stop a release',
    file: JUDGE,
    change: [
      "if (stops(vitals)) return { verdict: 'stop', reason: 'slower', ...facts, findings }",
      '',
    ],
  },
  {
    name: 'a step may last a minute',
    file: JUDGE,
    change: ['step.length < MIN_STEP_MINUTES', 'step.length < 1'],
  },
  {
    name: 'a step needs no views',
    file: JUDGE,
    change: ['Math.min(views, beside) < needed_views', 'false'],
  },
  {
    name: 'the release beside it needs no views',
    file: JUDGE,
    change: ['Math.min(views, beside) < needed_views', 'views < needed_views'],
  },
  {
    name: 'the first step needs as many views as the others',
    file: JUDGE,
    change: ['Math.ceil(minViews / 10)', 'minViews'],
  },
  {
    name: 'evidence of the steps before is forgotten',
    file: JUDGE,
    change: ['[...earlier, ...step])', 'step)'],
  },
  {
    name: 'one failure stops a release at any minute',
    file: JUDGE,
    change: ['evidence >= limit && failuresOf(strata) >= MIN_FAILURES', 'evidence >= limit'],
  },
  {
    name: 'one failure stops a release at the end of a step',
    file: JUDGE,
    change: ['evidence < limit && failuresOf(strata) >= MIN_FAILURES', 'evidence < limit'],
  },
  {
    name: 'a difference that nobody notices stops a release',
    file: JUDGE,
    change: ['const NOTICEABLE = 1.1', 'const NOTICEABLE = 1'],
  },
  {
    name: 'a difference of the percentile alone stops a release',
    file: JUDGE,
    change: [
      'evidence !== null && evidence < VITAL_ALPHA && isNoticeable',
      'evidence !== null && isNoticeable',
    ],
  },
  {
    name: 'ranks of a handful of visits count',
    file: JUDGE,
    change: ['const MIN_MEASURED = 30', 'const MIN_MEASURED = 1'],
  },
  {
    name: 'what is not known is shown as 0',
    file: JUDGE,
    change: ['count > 0 ? failures / count : null', 'count > 0 ? failures / count : 0'],
  },
  {
    name: 'failed loads are compared per view',
    file: JUDGE,
    change: [
      "failed_loads: { of: 'loads', weight: 0.05 }",
      "failed_loads: { of: 'views', weight: 0.05 }",
    ],
  },
  {
    name: 'failed renders are compared per view',
    file: JUDGE,
    change: [
      "failed_renders: { of: 'renders', weight: 0.05 }",
      "failed_renders: { of: 'views', weight: 0.05 }",
    ],
  },
  {
    name: 'evidence is weighed with a share that no equal release has',
    file: SEQUENTIAL,
    change: ['Math.log((1 - share) / (1 - fair))', 'Math.log(1 - share)'],
  },
  {
    name: 'the alternatives look at the minute that they weigh',
    file: SEQUENTIAL,
    change: [
      'for (const stratum of strata) {\n    const { canary, baseline, canaryFailures, baselineFailures } = stratum\n',
      'for (const stratum of strata) {\n    const { canary, baseline, canaryFailures, baselineFailures } = stratum\n    failures += baselineFailures\n    count += baseline\n',
    ],
  },
  {
    name: 'a minute without visitors counts',
    file: SEQUENTIAL,
    change: ['canary > 0 && baseline > 0', 'true'],
  },
  {
    name: 'the exact test leaves the observed failures out',
    file: TESTS,
    change: ['chances.subarray(observed)', 'chances.subarray(observed + 1)'],
  },
  {
    name: 'ties are not corrected',
    file: TESTS,
    change: ['all + 1 - ties / (all * (all - 1))', 'all + 1'],
  },
  {
    name: 'a faster release is stopped',
    file: TESTS,
    change: ['upperTail((u - (n * m) / 2 - 0.5)', 'upperTail(((n * m) / 2 - u - 0.5)'],
  },
].map((mutant) => ({ ...mutant, change: mutant.change as [string, string], test }))

if (import.meta.main) process.exitCode = await mutantsCli(MUTANTS, 'ranks')
