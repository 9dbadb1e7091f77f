import { constants, setPriority } from 'node:os'
import { draw, type DrawingTask, type Drawn } from './drawing.ts'
import { fontLibrary, type FontLibrary } from './fonts.ts'

// A process of its own, which gives way to the answers of the site; somebody waits for the document, though.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// Loaded once: the Chinese faces alone take many megabytes.
const libraries = new Map<string, Promise<FontLibrary>>()

function libraryIn(folder: string): Promise<FontLibrary> {
  const library = libraries.get(folder) ?? fontLibrary(folder)
  libraries.set(folder, library)
  // A folder that could not be written is tried again with the next document.
  library.catch(() => libraries.delete(folder))
  return library
}

async function answer(task: DrawingTask): Promise<Drawn | { failure: string }> {
  try {
    return await draw(await libraryIn(task.fonts), task)
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', (task: DrawingTask) => {
  void answer(task).then((drawn) => process.send?.(drawn))
})
process.on('disconnect', () => process.exit())
