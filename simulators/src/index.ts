export { createMailboxSimulator } from './mailbox/create-mailbox-simulator.ts'
export type { MailboxSimulator } from './mailbox/create-mailbox-simulator.ts'
export { createWalletSimulator } from './wallet/create-wallet-simulator.ts'
export type { WalletSimulator } from './wallet/create-wallet-simulator.ts'
