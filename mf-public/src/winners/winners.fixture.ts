import type { Output, publicationAdded } from '@awards/shared/contract'

/** What forty winners can be filtered by. */
export const facets: Output<typeof publicationAdded.winnerFacets> = {
  total: 40,
  editions: [{ code: 'GA26-1', name: '2026', total: 40, year: 2026 }],
  categories: [
    { code: 'MOB', name: 'Furniture', total: 12, parent: 'Product' },
    { code: 'ARC', name: 'Architecture', total: 3, parent: 'Space' },
  ],
  sections: [{ code: 'professional', name: 'Professional', total: 40 }],
  awards: [{ code: 'gold', name: 'Gold', total: 9, rank: 3, colour: '#a5812e' }],
  countries: [
    { code: 'FR', total: 21 },
    { code: 'CH', total: 19 },
  ],
}
