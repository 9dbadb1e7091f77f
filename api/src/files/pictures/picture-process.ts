import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { makeInitialSizes, makeDeferredSizes, PictureError } from './image-processing.ts'
import type { PictureAnswer, PictureTask } from './image-worker.ts'

// Child process of the lowest priority: requests and the database come first.
setPriority(constants.priority.PRIORITY_LOW)
sharp.concurrency(1)

/** Deferred sizes: no request waits for them, so smaller files are worth the time. */
const EFFORT = 4

async function work(task: PictureTask): Promise<PictureAnswer> {
  try {
    if (task.kind === 'deferred') return { done: await makeDeferredSizes(task.source, EFFORT) }
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
