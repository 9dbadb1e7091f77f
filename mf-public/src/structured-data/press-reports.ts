import type { Output, publication } from '@awards/shared/contract'

type Report = Output<typeof publication.mediaReport>['list'][number]

/** What others have written about the award, in the terms of schema.org. */
export const pressReports = (reports: readonly Report[], name: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name,
  itemListElement: reports.map(({ title, url, date, language, outlet }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: {
      '@type': 'NewsArticle',
      headline: title,
      url,
      datePublished: date,
      inLanguage: language,
      publisher: { '@type': 'Organization', name: outlet },
    },
  })),
})
