import { paths } from '@awards/shared/paths'

/** The public sections, in the order of the header; `label` is a key of the shell's texts. */
export const PUBLIC_SECTIONS = [
  { label: 'winners', to: paths.winners() },
  { label: 'categories', to: paths.categories },
  { label: 'awardLevels', to: paths.awardLevels },
  { label: 'jury', to: paths.jury },
  { label: 'calendar', to: paths.calendar },
  { label: 'news', to: paths.news },
  { label: 'about', to: paths.about },
] as const

/** The columns of the footer. */
export const FOOTER_COLUMNS = [
  {
    title: 'programme',
    links: [
      { label: 'winners', to: paths.winners() },
      { label: 'categories', to: paths.categories },
      { label: 'awardLevels', to: paths.awardLevels },
      { label: 'jury', to: paths.jury },
      { label: 'news', to: paths.news },
      { label: 'media', to: paths.media },
      { label: 'about', to: paths.about },
    ],
  },
  {
    title: 'enter',
    links: [
      { label: 'calendar', to: paths.calendar },
      { label: 'fees', to: paths.fees },
      { label: 'regulations', to: paths.regulations },
      { label: 'faq', to: paths.faq },
      { label: 'contact', to: paths.contact },
    ],
  },
  {
    title: 'legal',
    links: [
      { label: 'privacy', to: paths.privacy },
      { label: 'terms', to: paths.terms },
      { label: 'withdrawal', to: paths.withdrawal },
      { label: 'legal', to: paths.legal },
      { label: 'cookies', to: paths.cookies },
      { label: 'accessibility', to: paths.accessibility },
    ],
  },
] as const
