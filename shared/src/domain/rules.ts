// What the pages of visitors need of the domain. It knows no schemas, and so it does not bring zod along.
export * from './addresses.ts'
export * from './constants.ts'
export * from './content.ts'
export * from './countries.ts'
export * from './payments/fees.ts'
export * from './payments/vat.ts'
