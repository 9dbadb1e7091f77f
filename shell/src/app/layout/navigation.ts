import { PAGES } from '@awards/shared/domain'

/** Pages of the header, in its order. A menu names pages; `nav` of the shell's texts holds their labels. */
export const PUBLIC_SECTIONS = [
  'winners',
  'categories',
  'awardLevels',
  'jury',
  'calendar',
  'news',
  'about',
] as const

/** The columns of the footer. */
export const FOOTER_COLUMNS = [
  {
    title: 'programme',
    pages: [
      'winners',
      'categories',
      'awardLevels',
      'jury',
      'news',
      'media',
      'about',
      'certificates',
    ],
  },
  { title: 'enter', pages: ['calendar', 'fees', 'regulations', 'faq', 'contact'] },
  {
    title: 'legal',
    pages: ['privacy', 'terms', 'withdrawal', 'legal', 'cookies', 'accessibility', 'siteMap'],
  },
] as const

type MenuPage = (typeof PUBLIC_SECTIONS)[number] | (typeof FOOTER_COLUMNS)[number]['pages'][number]

/** The path of a page in a menu, from its declaration. */
export const menuPath = (name: MenuPage): string => PAGES[name].path
