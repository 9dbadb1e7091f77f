import { existsSync } from 'node:fs'
import { run } from './processes.mjs'

/** Debian's packages of two more browser engines, each with a program that it brings. */
const PACKAGES = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
}

const missing = () => Object.keys(PACKAGES).filter((name) => !existsSync(PACKAGES[name]))

/** Installs the engines by apt where we are root on a system that has it; answers what is left to do, or nothing. */
export async function ensureEngines() {
  if (missing().length === 0) return undefined
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...missing()])
  }
  if (missing().length === 0) return undefined
  return `Two more engines need Debian's packages. Install them: apt-get install ${missing().join(' ')}`
}
