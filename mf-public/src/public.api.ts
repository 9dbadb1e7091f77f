import { publication, publicationAdded } from '@awards/shared/calls'
import { api, mutationOf, queryOf } from '@awards/shared/client'

// Each answer or refusal is shown in its own place on the page, so none is shown twice.
const content = { skipErrorHandler: true, tags: ['content'] } as const

/** What visitors read. */
export const {
  usePublicAboutQuery,
  usePublicArticleQuery,
  usePublicArticlesQuery,
  usePublicAwardsQuery,
  usePublicBannersQuery,
  usePublicBlocksQuery,
  usePublicCategoriesQuery,
  usePublicCertificateQuery,
  usePublicContactQuery,
  usePublicCountriesQuery,
  usePublicDatesQuery,
  usePublicFeaturedWinnersQuery,
  usePublicFeesQuery,
  usePublicJuryQuery,
  usePublicPolicyQuery,
  usePublicPressQuery,
  usePublicRegulationsQuery,
  usePublicSectionsQuery,
  usePublicSendMessageMutation,
  usePublicWinnerFacetsQuery,
  usePublicWinnerQuery,
  usePublicWinnersQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    publicAbout: queryOf(build, publication.about, content),
    publicArticle: queryOf(build, publication.blogsAndNewsInfo, content),
    publicArticles: queryOf(build, publication.blogsAndNewsList, content),
    publicAwards: queryOf(build, publication.getAward, content),
    publicBanners: queryOf(build, publication.banner, content),
    publicBlocks: queryOf(build, publication.other, content),
    publicCategories: queryOf(build, publication.category, content),
    publicCertificate: queryOf(build, publicationAdded.verifyCertificate, content),
    publicContact: queryOf(build, publication.contact, content),
    publicCountries: queryOf(build, publication.getGlobalAreaCode, content),
    publicDates: queryOf(build, publication.getAwardDate, content),
    publicFeaturedWinners: queryOf(build, publication.indexWinnerList, content),
    publicFees: queryOf(build, publicationAdded.feeTable, content),
    publicJury: queryOf(build, publication.jury, content),
    publicPolicy: queryOf(build, publication.privacyPolicyAndFaqs, content),
    publicPress: queryOf(build, publication.mediaReport, content),
    publicRegulations: queryOf(build, publication.regulations, content),
    publicSections: queryOf(build, publication.awardClassification, content),
    publicSendMessage: mutationOf(build, publicationAdded.sendMessage, { skipErrorHandler: true }),
    publicWinner: queryOf(build, publication.winnerInfo, content),
    publicWinnerFacets: queryOf(build, publicationAdded.winnerFacets, content),
    publicWinners: queryOf(build, publication.winnerList, content),
  }),
})
