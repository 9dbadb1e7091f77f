import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, chromiumProgram } from './src/harness/browser.ts'
import { isFull } from './src/harness/scale.ts'

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
    launchOptions: { executablePath: chromiumProgram(), args: CHROMIUM_FLAGS },
  },
})
