export { below, from, type Breakpoint } from '../theme/breakpoints.ts'
export { AwardMark } from './award-mark.tsx'
export { Button, LinkButton } from './button.tsx'
export { Countdown } from './countdown.tsx'
export { DefinitionList } from './definition-list.tsx'
export {
  EmptyState,
  ErrorPanel,
  Loader,
  QueryState,
  QueryState as QueryView,
} from './query-state.tsx'
export { EntryGallery, entryPictures } from './entry-gallery.tsx'
export { Page, PageHeader, SectionHeading, Desk } from './page.tsx'
export {
  PageHeadContext,
  usePageHead,
  type PageHead,
  setDocumentTitle,
  useDocumentTitle,
  useRouteTitle,
} from './page-head.ts'
export { ResponsiveImage } from './responsive-image.tsx'
export { StatusTag, Tag, statusTone, type Tone } from './status-tag.tsx'
export { TextLink } from './text-link.tsx'
export { trustedHtml } from './trusted-html.ts'
export { useNow, useSecondsLeft, useServerTime } from './clock.ts'
export { VisuallyHidden } from './visually-hidden.tsx'
export { zodFieldErrors, zodRule } from './zod-rule.ts'
export { NARROW, useMedia } from './use-media.ts'
export { ViewTabs } from './view-tabs.tsx'
