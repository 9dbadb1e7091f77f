import { runTool } from '../run/processes.mjs'
import type { Command } from './command.ts'

export const surface: Command = {
  usage: '[--write]',
  about: 'compare what shared offers with the lock in shared/surface.json, or write the lock anew',
  shape: { name: 'none', flags: ['write'] },
  run: (given) => runTool('tools/surface/lock.ts', given.flag('write') ? ['--write'] : []),
}
