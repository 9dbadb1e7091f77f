import type { Faq } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { plainText } from '../ui/plain-text.ts'
import { pageAddress } from './schema-org.ts'

/** Questions with their answers in the terms of schema.org. */
export const questionFacts = (questions: readonly Faq[], language: Language): object => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  url: pageAddress(paths.faq, language),
  mainEntity: questions.map(({ question, html }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: plainText(html) },
  })),
})
