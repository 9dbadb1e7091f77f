class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

globalThis.ResizeObserver ??= NoObserver
globalThis.IntersectionObserver ??= NoObserver

// jsdom answers for the element alone, and would print a stack for each pseudo-element that it is asked about.
const styleOf = window.getComputedStyle
window.getComputedStyle = (element) => styleOf(element)

window.matchMedia ??= (media) => ({
  media,
  matches: false,
  onchange: null,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => false,
})
window.scrollTo = () => {}
Element.prototype.scrollIntoView ??= () => {}
