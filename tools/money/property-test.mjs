import { runTest } from '../mutants/run-test.mjs'

export const PROPERTY_TEST = 'api/src/modules/payments/orders/payment-core.property.api.test.ts'

/** Runs the property test of the money. Resolves with the exit code. */
export const runPropertyTest = (env) => runTest(PROPERTY_TEST, { env })
