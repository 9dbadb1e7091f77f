import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { run, runTool } from './processes.mjs'

// The headless shell is the same engine without a window, which starts faster.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const ADVICE =
  'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell, ' +
  'Ubuntu: apt-get install chromium) or set CHROMIUM_PATH to the program.'

/** Path of Chromium, which is installed with apt if run as root; or the problem with advice. */
export async function chromiumPath() {
  const given = process.env.CHROMIUM_PATH
  if (given)
    return existsSync(given) ? { path: given } : { problem: `CHROMIUM_PATH: no file ${given}` }
  const found = search()
  if (found) return { path: found }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-y', '--no-install-recommends', name])
      const installed = search()
      if (installed) return { path: installed }
    }
  }
  return { problem: ADVICE }
}

function search() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram)
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Builds the site, then runs a script with `CHROMIUM_PATH`. */
export const inChromium = (script) => async (args) => {
  const chromium = await chromiumPath()
  if (!chromium.path) {
    console.error(chromium.problem)
    return 1
  }
  const built = await runTool('tools/build.mjs')
  if (built !== 0) return built
  return runTool(script, args, { env: { CHROMIUM_PATH: chromium.path } })
}

/** Debian packages of Firefox and WebKitGTK, each with a program to detect it. */
const PACKAGES = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
}

const missing = () => Object.keys(PACKAGES).filter((name) => !existsSync(PACKAGES[name]))

/** Installs Firefox and WebKitGTK with apt if run as root; returns advice if packages are still missing. */
export async function ensureEngines() {
  if (missing().length === 0) return undefined
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...missing()])
  }
  if (missing().length === 0) return undefined
  return `Two more engines need Debian's packages. Install them: apt-get install ${missing().join(' ')}`
}
