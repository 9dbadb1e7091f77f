import type {
  Endpoint,
  Output,
  publication as Publication,
  publicationAdded as PublicationAdded,
  session as Session,
  sessionAdded as SessionAdded,
} from '@awards/shared/contract'
import type { CacheFacts } from './facts.ts'

export { TAGS, type CacheFacts, type Tag } from './facts.ts'

/** What it takes to make a call and to cache it. The types of input and output are known to the compiler alone. */
export type Call<E extends Endpoint = Endpoint> = Pick<E, 'name' | 'method' | 'path'> &
  Omit<CacheFacts, 'as'> & {
    /** Never there; it carries the type of the endpoint. */
    readonly endpoint?: E
  }

/** The facts of a call. The contract states them too, and the compiler and a test see that both say the same. */
const call = <E extends Endpoint>(
  method: E['method'],
  name: E['name'],
  facts: Omit<CacheFacts, 'as'> = {},
): Call<E> => ({ name, method, path: `/api/${name}`, ...facts })

/** What a caller receives as `data`. */
export type OutputOf<C extends Call> = C extends Call<infer E> ? Output<E> : never

type Public = typeof Publication
type Added = typeof PublicationAdded

/** Content that a visitor reads; pages show each failure in its own place. */
const read = <E extends Endpoint>(name: E['name'], facts: Omit<CacheFacts, 'as'> = {}) =>
  call<E>('GET', name, { tags: ['content'], skipErrorHandler: true, ...facts })

/** Public content: anybody may read it. */
export const publication = {
  banner: read<Public['banner']>('index/banner'),
  other: read<Public['other']>('index/other'),
  winnerList: read<Public['winnerList']>('index/winnerList'),
  jury: read<Public['jury']>('index/jury'),
  getGlobalAreaCode: read<Public['getGlobalAreaCode']>('index/getGlobalAreaCode', {
    isStatic: true,
    skipErrorHandler: false,
  }),
  faqAndPrivacy: read<Public['faqAndPrivacy']>('index/faqAndPrivacy'),
  category: read<Public['category']>('index/category'),
  getAwardDate: read<Public['getAwardDate']>('index/getAwardDate'),
  getAward: read<Public['getAward']>('index/getAward'),
  awardClassification: read<Public['awardClassification']>('index/awardClassification'),
  winnerInfo: read<Public['winnerInfo']>('index/winnerInfo'),
  indexWinnerList: read<Public['indexWinnerList']>('index/indexWinnerList'),
  regulations: read<Public['regulations']>('index/regulations'),
  mediaReport: read<Public['mediaReport']>('index/mediaReport'),
  blogsAndNewsList: read<Public['blogsAndNewsList']>('index/blogsAndNewsList'),
  blogsAndNewsInfo: read<Public['blogsAndNewsInfo']>('index/blogsAndNewsInfo'),
  privacyPolicyAndFaqs: read<Public['privacyPolicyAndFaqs']>('index/privacyPolicyAndFaqs'),
  contact: read<Public['contact']>('index/contact'),
  about: read<Public['about']>('index/about'),
} as const

/** Public calls that the specification does not name. */
export const publicationAdded = {
  winnerFacets: read<Added['winnerFacets']>('index/winnerFacets'),
  sendMessage: call<Added['sendMessage']>('POST', 'index/sendMessage', { skipErrorHandler: true }),
  verifyCertificate: read<Added['verifyCertificate']>('index/verifyCertificate'),
  feeTable: read<Added['feeTable']>('index/feeTable'),
} as const

/** Signing in, and what every page asks for: who is signed in. */
export const session = {
  login: call<(typeof Session)['login']>('POST', 'user/login'),
  register: call<(typeof Session)['register']>('POST', 'user/register'),
  verifyCode: call<(typeof Session)['verifyCode']>('POST', 'email/verifyCode'),
  resetPassword: call<(typeof Session)['resetPassword']>('POST', 'user/resetPassword'),
  getUserInfo: call<(typeof Session)['getUserInfo']>('GET', 'user/getUserInfo'),
} as const

export const sessionAdded = {
  logout: call<(typeof SessionAdded)['logout']>('POST', 'user/logout'),
} as const
