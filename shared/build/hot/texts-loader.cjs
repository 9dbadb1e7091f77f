/**
 * Makes a catalog of texts a module that takes its own edit: what is on screen is drawn again with the new
 * texts, and nothing above the catalog is evaluated anew. As of JSON, each key is an export.
 */
module.exports = function textsLoader(source) {
  const names = Object.keys(JSON.parse(source))
  const exported = names.map((name, index) => `text${index} as ${JSON.stringify(name)}`)
  const taken = names.map((name, index) => `${JSON.stringify(name)}: text${index}`)
  return `import i18next from 'i18next'
const texts = ${source.trim()}
const { ${taken.join(', ')} } = texts
export { texts as default, ${exported.join(', ')} }
if (import.meta.webpackHot) {
  import.meta.webpackHot.accept()
  import.meta.webpackHot.dispose((data) => { data.isEdited = true })
  if (import.meta.webpackHot.data?.isEdited) void i18next.reloadResources()
}
`
}
