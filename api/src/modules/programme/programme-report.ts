import type { ProgrammeReport } from './programme.service.ts'
import type { Change } from './rows.repository.ts'

const NAMED = 8

/** What a run did, or would do, in words: one line per table and kind of change. */
export function describeReport(
  { name, changes, pictures }: ProgrammeReport,
  isPlan: boolean,
): string {
  if (changes.length === 0 && pictures === 0)
    return `${name}: nothing ${isPlan ? 'to change' : 'changed'}.`
  const groups = Map.groupBy(changes, ({ kind, table }) => `${kind} ${table}`)
  const lines = [...groups.values()].map(line)
  const waiting = isPlan && pictures > 0 ? [`  ${pictures} pictures to prepare`] : []
  return [`${name}: ${isPlan ? 'would change' : 'changed'}`, ...lines, ...waiting].join('\n')
}

function line(group: Change[]): string {
  const [first] = group
  if (!first) return ''
  const names = group.slice(0, NAMED).map(({ name }) => name)
  const more = group.length > NAMED ? `, and ${group.length - NAMED} more` : ''
  const isReadable = names.every((name) => !/^\d{12,}/.test(name))
  return `  ${first.table}: ${group.length} ${first.kind}${isReadable ? ` (${names.join(', ')}${more})` : ''}`
}
