import { passSignals, runTool } from './processes.mjs'

const SUBJECTS = {
  calls: 'bench/bench.ts',
  api: 'bench/api.ts',
  loader: 'bench/loader.ts',
  web: 'bench/web.ts',
  zip: 'bench/zip.ts',
  jury: 'bench/jury.ts',
}

/**
 * Measures: `calls` of the API against a bare server (the default), public reads of the `api` with many
 * winners, the `loader` of the remotes, the public pages on the `web` against the same pages without a
 * script, an archive of blind sheets as a `zip` against the same bytes as one file, or the chair's table of
 * the `jury` with many entries.
 */
export async function bench([subject = 'calls', ...args]) {
  passSignals()
  if (Object.hasOwn(SUBJECTS, subject)) return runTool(SUBJECTS[subject], args)
  console.error(
    `There is no measurement "${subject}"; there are ${Object.keys(SUBJECTS).join(', ')}.`,
  )
  return 2
}
