import type { WalletBook } from './wallet-book.ts'
import type { WalletKeys } from './wallet-keys.ts'
import type { WalletNotifier } from './wallet-notifier.ts'
import type { WalletChaos } from './wallet-types.ts'

export type Body = Record<string, unknown>
export type ApiRequest = { method: string; url: URL; body: Body }
/** JSON, or the text of a file; a file with `sha1` is signed by that. */
export type ApiAnswer = { status: number; body?: object; text?: string; sha1?: string }
/** What the provider's calls work with. */
export type Dependencies = {
  keys: WalletKeys
  book: WalletBook
  notifier: WalletNotifier
  now: () => Date
  chaos: () => WalletChaos
}

/** A refusal with the provider's code. */
export const refusal = (status: number, code: string, message: string): ApiAnswer => ({
  status,
  body: { code, message },
})
