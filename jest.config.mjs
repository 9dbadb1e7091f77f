const parser = { syntax: 'typescript', tsx: true }
const jsc = { parser, target: 'es2023', transform: { react: { runtime: 'automatic' } } }

const browserCode = {
  ...jsc,
  // jsdom tests run as CommonJS, which most packages of the browser side publish.
  target: 'es2022',
}

const ignored = ['/node_modules/', '/dist/', '/.data/', '/.cache/']

/** Node loads server code itself, as in production; jest's transform is for the set-up files of a run alone. */
const node = {
  testEnvironment: '<rootDir>/tools/jest/native-environment.cjs',
  runtime: '<rootDir>/tools/jest/native-runtime.cjs',
  setupFilesAfterEnv: ['<rootDir>/tools/jest/setup.ts'],
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
  // A busy machine takes its time: this limit ends what hangs, and measures nothing.
  testTimeout: 240_000,
  reporters: ['default', '<rootDir>/tools/jest/rows-reporter.ts'],
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
      setupFilesAfterEnv: [
        '<rootDir>/tools/jest/browser-setup.ts',
        '<rootDir>/tools/jest/setup.ts',
      ],
      transform: {
        '/antd/lib/index\\.js$': '<rootDir>/tools/jest/lazy-exports.cjs',
        '\\.(tsx?|js|mjs)$': ['@swc/jest', { jsc: browserCode, module: { type: 'commonjs' } }],
      },
      // These few publish ES modules alone, or mix both.
      transformIgnorePatterns: [
        '/node_modules/\\.pnpm/(?!(@ant-design\\+(colors|fast-color)|@rc-component\\+[a-z-]+|antd|yet-another-react-lightbox)@)',
      ],
      moduleNameMapper: {
        '\\.(css|woff2|svg|jpg|png)$': '<rootDir>/tools/jest/css-module.cjs',
      },
      testEnvironmentOptions: {
        customExportConditions: ['require', 'default'],
        url: 'http://localhost/',
      },
    },
    {
      ...node,
      displayName: 'node',
      testMatch: [
        '<rootDir>/{api,platform,simulators,tools,programme,bench,deploy,ops}/**/*.test.ts',
      ],
      testPathIgnorePatterns: [...ignored, '\\.api\\.test\\.ts$'],
    },
    {
      ...node,
      displayName: 'api',
      testMatch: ['<rootDir>/{api,platform,simulators}/**/*.api.test.ts'],
      globalSetup: '<rootDir>/api/test/global-setup.ts',
      globalTeardown: '<rootDir>/api/test/global-teardown.ts',
    },
  ],
}
