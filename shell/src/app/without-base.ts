export { pathOf as withoutBase } from './addresses.ts'
