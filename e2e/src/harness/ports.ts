export { claimPorts } from '../../../tools/testing/ports.ts'
