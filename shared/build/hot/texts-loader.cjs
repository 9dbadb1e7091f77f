/**
 * Makes a catalog of texts a module that takes its own edit: what is on screen is drawn again with the new
 * texts, and nothing above the catalog is evaluated anew.
 */
module.exports = function textsLoader(source) {
  return `import i18next from 'i18next'
export default ${source.trim()}
if (import.meta.webpackHot) {
  import.meta.webpackHot.accept()
  import.meta.webpackHot.dispose((data) => { data.isEdited = true })
  if (import.meta.webpackHot.data?.isEdited) void i18next.reloadResources()
}
`
}
