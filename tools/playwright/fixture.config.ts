import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: 'rows.fixture.ts',
  retries: 1,
  workers: 1,
  reporter: [['./report-rows.ts']],
})
