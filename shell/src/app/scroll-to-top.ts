/** Smoothly, as the specification asks (§2); at once for who prefers less motion. */
export function scrollToTop() {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, left: 0, behavior: calm ? 'auto' : 'smooth' })
}
