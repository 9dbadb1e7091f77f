import { defineConfig } from '@playwright/test'
import { TEST_CHROMIUM_FLAGS, chromiumProgram } from './src/harness/browser.ts'
import { hasAllTests } from './src/harness/scale.ts'

export default defineConfig({
  testDir: 'src',
  // A folder for each part of a run: the next part would remove what a failed test has left.
  outputDir: `../test-results/${process.env['AWARDS_REPORT'] ?? 'browser'}`,
  globalSetup: './src/harness/global-setup.ts',
  // A test that waits for a mail, a timeout or a start leaves its processor to another.
  workers: 3,
  // The limit only ends what hangs: the longest story takes one minute alone, and five on a busy machine.
  timeout: hasAllTests ? 900_000 : 360_000,
  expect: { timeout: 90_000 },
  // A test that needs its second try is reported; in the full run it is a failure. A mutant has one try.
  retries: process.env['RETRIES'] === '0' ? 0 : 1,
  failOnFlakyTests: hasAllTests,
  // What the core run leaves out is listed apart, so that its report can name it.
  ...(hasAllTests || process.env['LIST_FULL_ONLY'] ? {} : { grepInvert: /@full/ }),
  reporter: [['list'], ['../tools/playwright/report-rows.ts']],
  projects: [
    {
      name: 'chromium',
      testMatch: '**/*.browser.test.ts',
      use: { launchOptions: { executablePath: chromiumProgram(), args: TEST_CHROMIUM_FLAGS } },
    },
    // Two more engines, for the journey alone: see src/engines/engine-test.ts.
    { name: 'firefox', testMatch: '**/*.engine.test.ts' },
    { name: 'webkit', testMatch: '**/*.engine.test.ts' },
  ],
})
