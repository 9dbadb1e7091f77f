import { constants, setPriority } from 'node:os'
import { draw, type DrawingTask, type Drawn } from './drawing.ts'
import { fontLibrary, type FontLibrary } from './fonts.ts'

// Worker process. Its priority is below that of the server, but not lowest: somebody waits for the document.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// Loaded once: the Chinese fonts alone take many megabytes.
const libraries = new Map<string, Promise<FontLibrary>>()

function libraryIn(folder: string): Promise<FontLibrary> {
  const library = libraries.get(folder) ?? fontLibrary(folder)
  libraries.set(folder, library)
  // Retries a folder that could not be written with the next document.
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
