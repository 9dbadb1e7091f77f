/** A wide picture that fills a less wide stage stands larger on the page than the stage itself. */
export const HERO_SIZES = '(max-width: 48rem) 267vw, 145vw'
