export { below, from, type Breakpoint } from '../theme/breakpoints.ts'
export { AwardMark, StatusTag, Tag, statusTone, type Tone } from './status-tag.tsx'
export { Button, LinkButton, TextLink } from './button.tsx'
export { Countdown, useNow, useSecondsLeft, useServerTime } from './clock.tsx'
export { DESK_SLOT, DeskMenu, type DeskView, ViewTabs } from './views.tsx'
export { DefinitionList, designedPart, Page, PageHeader, SectionHeading, Desk } from './page.tsx'
export {
  EmptyState,
  ErrorPanel,
  Loader,
  QueryState,
  QueryState as QueryView,
  useFirstAnswers,
} from './query-state.tsx'
export { EntryGallery, entryPictures, ResponsiveImage } from './pictures.tsx'
export {
  PageHeadContext,
  usePageHead,
  type PageHead,
  setDocumentTitle,
  useDocumentTitle,
  useRouteTitle,
} from './page.tsx'
export { trustedHtml } from '../browser/trusted-html.ts'
export { VisuallyHidden } from './visually-hidden.tsx'
export { zodFieldErrors, zodMessage, zodRule } from './zod-rule.ts'
export { NARROW, useMedia } from './use-media.ts'
