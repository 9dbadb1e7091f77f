import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { firstOf, laterOf, PictureError } from './image-processing.ts'
import type { PictureAnswer, PictureTask } from './image-worker.ts'

// A process of its own, which gives way to everything else on the machine.
setPriority(constants.priority.PRIORITY_LOW)
sharp.concurrency(1)

/** Nobody waits for these, so bytes count more than time. */
const EFFORT = 4

async function work(task: PictureTask): Promise<PictureAnswer> {
  try {
    if (task.kind === 'later') return { done: await laterOf(task.source, EFFORT) }
    return { done: await firstOf(task.source, task.options) }
  } catch (error) {
    if (error instanceof PictureError) return { refusal: error.message }
    return { failure: String(error) }
  }
}

process.on('message', (task: PictureTask) => {
  void work(task).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit())
