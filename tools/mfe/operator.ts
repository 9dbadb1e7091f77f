import { runTool } from '../run/processes.mjs'

const SCRIPT = 'platform/src/registry/registry.cli.ts'

/** Commands of whoever has the server's machine in hand; they ask its database, not the site. */
export const OPERATOR_COMMANDS = ['token', 'staff-link'] as const

/** Hands the words over to the server's own command. */
export const runOperator = (args: readonly string[]): Promise<number> => runTool(SCRIPT, [...args])
