import type { Capability } from './identity.ts'

export type Refusal = 401 | 403 | 404
export type Scope =
  /** every row the call can answer */
  | 'all'
  /** the caller's own entries, orders or account */
  | 'own'
  /** own entries that were awarded and published */
  | 'own_awarded'
  /** entries in the categories of the caller's panel, without a conflict of interest */
  | 'panel'
  /** the same, once the edition is published */
  | 'panel_published'
  /** entries assigned to the caller, without a conflict of interest */
  | 'assigned'
  /** entries assigned to the caller at the second level */
  | 'second_level'
  /** the same, first-level numbers only after the caller's own score */
  | 'second_level_after_own'
  /** all codes of the edition */
  | 'edition'
  /** codes that belong to the caller */
  | 'mine'
  /** the caller's own row and counts of the others */
  | 'self_and_counts'
  /** names where the phase shows them, else counts */
  | 'names_by_phase'
export type Cell = Refusal | Scope

export type PermissionRow = {
  readonly visitor: Cell
  readonly 0: Cell
  readonly 1: Cell
  readonly 2: Cell
  readonly 3: Cell
  /** What an identity 1 user needs beside the scope. */
  readonly capability?: Capability
  /** The code with which a foreign row is refused, where an entrant reaches the call. */
  readonly foreign: 403 | 404
}
