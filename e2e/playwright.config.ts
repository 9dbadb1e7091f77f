import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

const isFull = process.env['SCALE'] === 'full'

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.browser.test.ts',
  outputDir: '../test-results/browser',
  globalSetup: './src/harness/global-setup.ts',
  workers: 2,
  // A long wait's end is no measure of the site: a slow machine may take it.
  timeout: isFull ? 900_000 : 180_000,
  expect: { timeout: 45_000 },
  // A test that needs its second try is reported; in the full run it is a failure.
  retries: 1,
  failOnFlakyTests: isFull,
  ...(isFull ? {} : { grepInvert: /@full/ }),
  reporter: [['list']],
  use: {
    launchOptions: { executablePath: PLACES.find((place) => place && existsSync(place)) },
  },
})
