import type {
  publication as Publication,
  publicationAdded as PublicationAdded,
} from '@awards/shared/contract'
import { call } from './call.ts'

type Public = typeof Publication
type Added = typeof PublicationAdded

/** Public content: anybody may read it. */
export const publication = {
  banner: call<Public['banner']>('GET', 'index/banner'),
  other: call<Public['other']>('GET', 'index/other'),
  winnerList: call<Public['winnerList']>('GET', 'index/winnerList'),
  jury: call<Public['jury']>('GET', 'index/jury'),
  getGlobalAreaCode: call<Public['getGlobalAreaCode']>('GET', 'index/getGlobalAreaCode'),
  faqAndPrivacy: call<Public['faqAndPrivacy']>('GET', 'index/faqAndPrivacy'),
  category: call<Public['category']>('GET', 'index/category'),
  getAwardDate: call<Public['getAwardDate']>('GET', 'index/getAwardDate'),
  getAward: call<Public['getAward']>('GET', 'index/getAward'),
  awardClassification: call<Public['awardClassification']>('GET', 'index/awardClassification'),
  winnerInfo: call<Public['winnerInfo']>('GET', 'index/winnerInfo'),
  indexWinnerList: call<Public['indexWinnerList']>('GET', 'index/indexWinnerList'),
  regulations: call<Public['regulations']>('GET', 'index/regulations'),
  mediaReport: call<Public['mediaReport']>('GET', 'index/mediaReport'),
  blogsAndNewsList: call<Public['blogsAndNewsList']>('GET', 'index/blogsAndNewsList'),
  blogsAndNewsInfo: call<Public['blogsAndNewsInfo']>('GET', 'index/blogsAndNewsInfo'),
  privacyPolicyAndFaqs: call<Public['privacyPolicyAndFaqs']>('GET', 'index/privacyPolicyAndFaqs'),
  contact: call<Public['contact']>('GET', 'index/contact'),
  about: call<Public['about']>('GET', 'index/about'),
} as const

/** Public calls that the specification does not name. */
export const publicationAdded = {
  winnerFacets: call<Added['winnerFacets']>('GET', 'index/winnerFacets'),
  sendMessage: call<Added['sendMessage']>('POST', 'index/sendMessage'),
  verifyCertificate: call<Added['verifyCertificate']>('GET', 'index/verifyCertificate'),
  feeTable: call<Added['feeTable']>('GET', 'index/feeTable'),
} as const
