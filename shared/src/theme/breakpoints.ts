/** Widths of the window in rem at which a layout changes, by the smallest device that has the width. */
export const BREAKPOINTS = {
  'large-phone': 30,
  'small-tablet': 40,
  tablet: 48,
  desktop: 64,
  wide: 75,
  'extra-wide': 100,
} as const

export type Breakpoint = keyof typeof BREAKPOINTS

/** The media query for windows at least as wide as a breakpoint; style sheets write `(--from-tablet)`. */
export const from = (name: Breakpoint) => `(width >= ${BREAKPOINTS[name]}rem)`

/** The media query for windows less wide than a breakpoint; style sheets write `(--below-tablet)`. */
export const below = (name: Breakpoint) => `(width < ${BREAKPOINTS[name]}rem)`

/** The queries as `@custom-media` rules, which the build puts before each style sheet. */
export const customMedia = () =>
  (Object.keys(BREAKPOINTS) as Breakpoint[])
    .flatMap((name) => [
      `@custom-media --from-${name} ${from(name)};`,
      `@custom-media --below-${name} ${below(name)};`,
    ])
    .join('\n')
