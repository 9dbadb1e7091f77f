// The commands of the root. Plain Node, no dependency: this file installs the workspace, then hands over
// to the Node that the workspace pins.
import { awards } from './run/awards.mjs'
import { bench, build, dev, mfe, start } from './run/commands.mjs'
import { inChromium } from './run/browsers.mjs'
import { checkNode, ensureInstalled } from './run/install.mjs'
import { testFull } from './run/test-full.mjs'
import { check, test } from './run/test.mjs'

const COMMANDS = {
  start,
  dev,
  test,
  'test:full': testFull,
  check,
  build,
  bench,
  mfe,
  awards,
  screens: inChromium('e2e/screens.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (!command) {
  console.error(`Usage: node tools/run.mjs ${Object.keys(COMMANDS).join(' | ')}`)
  process.exit(2)
}
checkNode()
await ensureInstalled()
process.exitCode = await command(args)
