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
