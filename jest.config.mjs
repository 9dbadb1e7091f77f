const parser = { syntax: 'typescript', tsx: true }
const jsc = { parser, target: 'es2023', transform: { react: { runtime: 'automatic' } } }

const browserCode = {
  ...jsc,
  // jsdom tests run as CommonJS, which most packages of the browser side publish.
  target: 'es2022',
}

const ignored = ['/node_modules/', '/dist/', '/.data/', '/.cache/']

/** Server code runs as the ES modules it is: several of its packages publish nothing else. */
const node = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      { jsc: { ...jsc, experimental: { keepImportAttributes: true } }, module: { type: 'es6' } },
    ],
  },
  transformIgnorePatterns: ['/node_modules/'],
  testPathIgnorePatterns: ignored,
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/', '<rootDir>/.cache/'],
}

/** @type {import('jest').Config} */
export default {
  reporters: ['default', '<rootDir>/tools/jest/count-reporter.cjs'],
  projects: [
    {
      displayName: 'unit',
      testEnvironment: '<rootDir>/tools/jest/browser-environment.cjs',
      testMatch: [
        '<rootDir>/shared/**/*.test.{ts,tsx}',
        '<rootDir>/shell/**/*.test.{ts,tsx}',
        '<rootDir>/mf-*/**/*.test.{ts,tsx}',
      ],
      testPathIgnorePatterns: ignored,
      modulePathIgnorePatterns: node.modulePathIgnorePatterns,
      setupFiles: ['<rootDir>/tools/jest/browser-gaps.cjs'],
      setupFilesAfterEnv: ['<rootDir>/tools/jest/browser-setup.ts'],
      transform: {
        '\\.(tsx?|js|mjs)$': ['@swc/jest', { jsc: browserCode, module: { type: 'commonjs' } }],
      },
      // These few publish ES modules alone, or mix both.
      transformIgnorePatterns: [
        '/node_modules/\\.pnpm/(?!(@ant-design\\+(colors|fast-color)|@rc-component\\+[a-z-]+|antd|yet-another-react-lightbox)@)',
      ],
      moduleNameMapper: {
        '\\.module\\.css$': '<rootDir>/tools/jest/css-module.cjs',
        '\\.(css|woff2|svg|jpg|png)$': '<rootDir>/tools/jest/empty.cjs',
      },
      testEnvironmentOptions: {
        customExportConditions: ['require', 'default'],
        url: 'http://localhost/',
      },
    },
    {
      ...node,
      displayName: 'node',
      testMatch: ['<rootDir>/{api,simulators,tools,programme,bench,deploy,ops}/**/*.test.ts'],
      testPathIgnorePatterns: [...ignored, '\\.api\\.test\\.ts$'],
      setupFilesAfterEnv: ['<rootDir>/tools/jest/slow-tests.mjs'],
    },
    {
      ...node,
      displayName: 'api',
      testMatch: ['<rootDir>/{api,simulators}/**/*.api.test.ts'],
      globalSetup: '<rootDir>/api/test/global-setup.ts',
      globalTeardown: '<rootDir>/api/test/global-teardown.ts',
      setupFilesAfterEnv: ['<rootDir>/tools/jest/slow-tests.mjs'],
    },
    {
      ...node,
      displayName: 'browser',
      testMatch: ['<rootDir>/e2e/**/*.browser.test.ts'],
      globalSetup: '<rootDir>/e2e/src/harness/global-setup.ts',
      setupFilesAfterEnv: ['<rootDir>/tools/jest/slow-tests.mjs'],
    },
  ],
}
