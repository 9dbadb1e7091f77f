import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { makeInitialSizes, makeDeferredSizes } from './image-processing.ts'
import { PictureError } from './picture.ts'
import type { PictureAnswer, PictureTask } from './picture-workers.ts'

// Child process of the lowest priority: requests and the database come first.
setPriority(constants.priority.PRIORITY_LOW)
sharp.concurrency(1)

async function work(task: PictureTask): Promise<PictureAnswer> {
  try {
    if (task.kind === 'deferred') {
      return { done: await makeDeferredSizes(task.source, task.effort) }
    }
    return { done: await makeInitialSizes(task.source, task.options) }
  } catch (error) {
    if (error instanceof PictureError) return { refusal: error.message }
    return { failure: String(error) }
  }
}

process.on('message', (task: PictureTask) => {
  void work(task).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit())
