import type { CategoryLeaf } from '@awards/shared/contract'

/** Whether works of a section may be entered in a category; one that names no section takes them all. */
export const fitsSection = (
  { sections_allowed }: Pick<CategoryLeaf, 'sections_allowed'>,
  section: string | undefined,
): boolean => !section || sections_allowed.length === 0 || sections_allowed.includes(section)
