import { publication, type Category } from '@awards/shared/contract'
import { answer } from '@awards/shared/testing'

/** The categories of a programme with a field, two categories and one criterion. */
export function categories(seating: string, criterion: string): Category[] {
  const leaf = (id: string, name: string) => ({
    id,
    code: `C${id}`,
    name,
    description: '',
    image: null,
    is_open: true,
    min_images: 3,
    from_price: null,
    sections_allowed: [],
    weights: [{ criterion: 'idea', name: criterion, weight: 1 }],
  })
  return [{ ...leaf('3', 'Furniture'), children: [leaf('31', seating), leaf('32', 'Lighting')] }]
}

/** Answers the categories; gives the way to answer others from then on, or none at all. */
export function answerCategories(): (groups: Category[] | undefined) => void {
  let groups: Category[] | undefined = categories('Seating', 'Idea')
  answer(publication.category, () => {
    if (!groups) throw new TypeError('offline')
    return groups
  })
  return (others) => (groups = others)
}
