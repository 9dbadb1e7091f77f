import type { session as Session, sessionAdded as SessionAdded } from '@awards/shared/contract'
import { call } from './call.ts'

/** What every page asks for: who is signed in. */
export const session = {
  getUserInfo: call<(typeof Session)['getUserInfo']>('GET', 'user/getUserInfo'),
} as const

export const sessionAdded = {
  logout: call<(typeof SessionAdded)['logout']>('POST', 'user/logout'),
} as const
