/** How wide a work stands in the grid of winners: the one that leads it, and the others. */
export const LEAD_SIZES = '(min-width: 60rem) 64vw, 100vw'
export const TILE_SIZES = '(min-width: 60rem) 32vw, (min-width: 36rem) 50vw, 100vw'
