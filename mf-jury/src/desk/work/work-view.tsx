/** The work of the jury. */
export const WorkView = () => null
