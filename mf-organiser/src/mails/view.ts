import type { BroadcastTarget, BroadcastTexts, broadcasts, Output } from '@awards/shared/contract'
import { registerNamespace } from '@awards/shared/i18n'

// The texts of this view come with its chunk: the other views of the desk do not load them.
void registerNamespace('mails', (language) => import(`./texts/${language}.json`))

/** The address of the view without anything opened. */
export const VIEW = '?view=mails'
/** The part of it with the texts of the site's own mails. */
export const TEXTS = `${VIEW}&part=texts`

/** What a broadcast may be about. */
export type Choices = Omit<Output<typeof broadcasts.broadcasts>, 'list'>

/** What the form of a broadcast holds. */
export type BroadcastValues = BroadcastTarget & { texts: BroadcastTexts }
