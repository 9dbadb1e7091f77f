import type {
  Endpoint,
  publication as Publication,
  publicationAdded as PublicationAdded,
  session as Session,
  sessionAdded as SessionAdded,
} from '@awards/shared/contract'
import { call } from './call.ts'
import type { CacheFacts } from './facts.ts'

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
