export const ARTICLE_KINDS = ['news', 'blog'] as const
export type ArticleKind = (typeof ARTICLE_KINDS)[number]

/** The kind of article an address asks for; undefined stands for all of them. */
export const kindOfQuery = (query: URLSearchParams): ArticleKind | undefined =>
  ARTICLE_KINDS.find((kind) => kind === query.get('type'))
