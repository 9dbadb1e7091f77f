import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { Builder } from 'selenium-webdriver'
import { claimPorts } from '../../../tools/testing/ports.ts'
import { WebDriverPage, type Cookie, type InitScript } from './webdriver-page.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const SIZE = { width: 1440, height: 1000 }

/** MiniBrowser of WebKitGTK, which lies in a folder of its version. */
function miniBrowser(): string {
  const [found] = globSync('/usr/lib/*/webkit2gtk-*/MiniBrowser')
  if (!found || !existsSync(DRIVER)) {
    throw new Error('WebKitGTK is missing. Install the packages webkit2gtk-driver and xvfb.')
  }
  return found
}

/** A screen in memory; gives its number once a window can be opened on it. */
async function openScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${SIZE.width}x${SIZE.height}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const [number] = (await Promise.race([
    once(screen.stdio[3] as NodeJS.ReadableStream, 'data'),
    once(screen, 'error').then(() => {
      throw new Error('There is no Xvfb. Install the package xvfb.')
    }),
  ])) as [Buffer]
  return { display: `:${String(number).trim()}`, screen }
}

/** The driver process of one session: WebKitWebDriver has one at a time. */
async function startDriver(display: string) {
  const [port = 0] = await claimPorts(1)
  const program = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  })
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (program.exitCode !== null) throw new Error(`${DRIVER} ended with ${program.exitCode}`)
    await delay(50)
  }
  return { url, program }
}

type ContextOptions = { baseURL?: string }

/**
 * WebKitGTK behind the part of Playwright's `Browser` that the journey uses. Playwright drives a WebKit of its own
 * alone; the one of Debian speaks W3C WebDriver. Each context is a session with a profile that it forgets.
 */
export async function launchWebKit(): Promise<Browser> {
  const binary = miniBrowser()
  const { display, screen } = await openScreen()
  const closers = new Set<() => Promise<void>>()

  async function newContext({ baseURL = '' }: ContextOptions = {}) {
    const start = { baseURL, cookies: [] as Cookie[], scripts: [] as InitScript[] }
    const { url, program } = await startDriver(display)
    const driver = await new Builder()
      .usingServer(url)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      })
      .build()
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...SIZE })
    const close = async () => {
      closers.delete(close)
      await driver.quit()
      program.kill()
    }
    closers.add(close)
    const context = {
      browser: () => browser,
      setDefaultTimeout: () => undefined,
      addCookies: async (cookies: readonly Cookie[]) => void start.cookies.push(...cookies),
      addInitScript: async (script: () => void, argument?: unknown) =>
        void start.scripts.push({ script: String(script), argument }),
      newPage: async (): Promise<WebDriverPage> => new WebDriverPage(driver, start, context),
      close,
    }
    return context
  }

  const browser = {
    newContext,
    close: async () => {
      for (const close of closers) await close()
      screen.kill()
    },
  }
  // What the journey does not use is not there, and fails by name.
  return browser as unknown as Browser
}
