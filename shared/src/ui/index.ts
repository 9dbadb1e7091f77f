export { below, from, type Breakpoint } from '../theme/breakpoints.ts'
export { AwardMark, StatusTag, Tag, statusTone, type Tone } from './status-tag.tsx'
export { Button, LinkButton, TextLink } from './button.tsx'
export { Countdown } from './countdown.tsx'
export { DeskMenu, type DeskView } from './desk-menu.tsx'
export { DESK_SLOT } from './desk-menu.tsx'
export { DefinitionList, designedPart, Page, PageHeader, SectionHeading, Desk } from './page.tsx'
export {
  EmptyState,
  ErrorPanel,
  Loader,
  QueryState,
  QueryState as QueryView,
  useFirstAnswers,
} from './query-state.tsx'
export { EntryGallery, entryPictures } from './entry-gallery.tsx'
export {
  PageHeadContext,
  usePageHead,
  type PageHead,
  setDocumentTitle,
  useDocumentTitle,
  useRouteTitle,
} from './page.tsx'
export { ResponsiveImage } from './responsive-image.tsx'
export { trustedHtml } from './trusted-html.ts'
export { useNow, useSecondsLeft, useServerTime } from './clock.ts'
export { VisuallyHidden } from './visually-hidden.tsx'
export { zodFieldErrors, zodMessage, zodRule } from './zod-rule.ts'
export { NARROW, useMedia } from './use-media.ts'
export { ViewTabs } from './view-tabs.tsx'
