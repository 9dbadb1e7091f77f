/** The comments of the jury. */
export const CommentsView = () => null
