import { runJest as runTest } from '../mutants/run-jest.mjs'

export const PROPERTY_TEST = 'api/src/modules/payments/payment-core.property.api.test.ts'

/** Runs the property test of the money. Resolves with the exit code. */
export const runJest = (env) => runTest(PROPERTY_TEST, { env })
