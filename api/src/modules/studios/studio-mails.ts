import { fillVariables, type Language, type MemberRole } from '@awards/shared/domain'
import { MAIL_TEXTS } from '../../mail/mail-texts.ts'
import type { WorkRow } from './studio-members.repository.ts'

/** A role in words, in the language of a mail. */
export const roleWord = (role: MemberRole, language: Language): string =>
  MAIL_TEXTS[language].words[`role_${role}`]

/** What a role or an offer is about, in words: one work by its title, or all of them. */
export function placeWords(work: WorkRow | null, language: Language): string {
  const { words } = MAIL_TEXTS[language]
  if (!work) return words.all_works
  return work.title ? fillVariables(words.one_work, { title: work.title }) : words.untitled
}
