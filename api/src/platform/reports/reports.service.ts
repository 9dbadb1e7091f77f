import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { boundedWarnings } from './bounded-warnings.ts'
import { policyReports } from './policy-report.ts'
import { telemetryRepository } from './telemetry.repository.ts'

/** Keeps what browsers report of the page's policy, with the release that it concerns. */
export function reportsService({ registryDb, clock, log }: AppContext) {
  const repository = telemetryRepository(registryDb)
  const warn = boundedWarnings(log, clock)

  return {
    async add(sent: unknown) {
      const reports = policyReports(sent)
      if (reports.length === 0) throw new BusinessError(400, 'This is no report of a policy.')
      for (const report of reports) warn('policy.report', report)
      const at = clock()
      await repository.addReports(
        reports.map(({ directive, blocked, remote, version, ...report }) => ({
          ...{ at, directive, blocked, remote, version },
          report: JSON.stringify(report),
        })),
      )
    },
  }
}
