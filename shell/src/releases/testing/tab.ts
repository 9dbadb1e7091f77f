/** Gives a test a tab that has just been opened at `address`, on a site with this configuration. */
export function openTab(address: string, configuration: { pins?: string; channel?: string } = {}) {
  window.sessionStorage.clear()
  window.localStorage.clear()
  window.history.replaceState({ key: 'router' }, '', address)
  document.body.innerHTML = ''
  const element = document.createElement('script')
  element.id = 'site-configuration'
  element.type = 'application/json'
  element.textContent = JSON.stringify({ pins: 'on', ...configuration })
  document.body.append(element)
}

/** Counts how often the document is loaded anew; jsdom cannot do it and says so. */
export function watchReloads() {
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  return {
    count: () => said.mock.calls.filter(([error]) => /navigation/i.test(String(error))).length,
    stop: () => said.mockRestore(),
  }
}

/** A page that holds unsaved work, until it is saved. */
export function holdWork() {
  const keep = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', keep)
  return () => window.removeEventListener('beforeunload', keep)
}
