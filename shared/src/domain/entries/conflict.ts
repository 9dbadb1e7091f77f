import type { Identity } from '../accounts/identity.ts'

/** Kinds of a conflict of interest (domain page §2.4). */
export const CONFLICT_TYPES = [
  'collaborator',
  'employer',
  'family',
  'financial',
  'competitor',
  'referral',
  'other',
  'administrative',
] as const
export type ConflictType = (typeof CONFLICT_TYPES)[number]

/** What a juror may declare about an entry; `administrative` is the organiser's alone. */
export const DECLARABLE_CONFLICTS = CONFLICT_TYPES.filter((type) => type !== 'administrative')

/** Who found a conflict: the juror, the rules below, or those who run the jury. */
export const CONFLICT_SOURCES = ['self', 'system', 'organiser'] as const
export type ConflictSource = (typeof CONFLICT_SOURCES)[number]

/** A standing conflict hides the entry from the juror; a dismissed one is kept for the record. */
export const CONFLICT_STATES = ['standing', 'dismissed'] as const
export type ConflictState = (typeof CONFLICT_STATES)[number]

/** How the system has found one; shown to those who run the jury. */
export const CONFLICT_EVIDENCE = ['code', 'domain', 'organisation', 'credits', 'account'] as const
export type ConflictEvidence = (typeof CONFLICT_EVIDENCE)[number]

/**
 * True where a chair may dismiss a conflict with a reason: one that the system has only inferred
 * (same mail domain, same organisation, a name in the credits). A code that the juror owns, what the juror
 * has declared and what was pinned by hand stand (domain page §2.7, §2.11).
 */
export const isDismissable = (conflict: {
  source: ConflictSource
  type: ConflictType
  is_pinned: boolean
}): boolean => conflict.source === 'system' && conflict.type !== 'referral' && !conflict.is_pinned

/** Mail providers for everybody: sharing one of these domains says nothing about two people. */
export const PUBLIC_MAIL_DOMAINS: readonly string[] = [
  '126.com',
  '139.com',
  '163.com',
  'aol.com',
  'bluewin.ch',
  'free.fr',
  'gmail.com',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hanmail.net',
  'hotmail.com',
  'hotmail.fr',
  'icloud.com',
  'laposte.net',
  'libero.it',
  'live.com',
  'mac.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'naver.com',
  'orange.fr',
  'outlook.com',
  'outlook.fr',
  'proton.me',
  'protonmail.com',
  'qq.com',
  'sfr.fr',
  'sina.com',
  'sohu.com',
  'uol.com.br',
  'wanadoo.fr',
  'web.de',
  'yahoo.co.jp',
  'yahoo.com',
  'yahoo.fr',
  'yandex.ru',
  'yeah.net',
  'ymail.com',
]

/** Seats that a chair may offer; a chair's own seat is given by the programme files alone. */
export const INVITED_LEVELS = [2, 3] as const satisfies readonly Identity[]

/** An invitation to the jury is open for this long (domain page §2.7). */
export const INVITATION_DAYS = 14
