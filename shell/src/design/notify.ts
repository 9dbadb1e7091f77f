import { loadDesign } from './load-design.ts'

/** Shows an error toast on any page; what shows it is loaded with the first. */
export function notify(text: string) {
  loadDesign().then(
    ({ showError }) => showError(text),
    // Nothing else can show it: the network that the text is about is away.
    () => console.error(text),
  )
}
