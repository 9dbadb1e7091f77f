import { SCALE, SEED } from './scale.ts'

console.log(`Scale ${SCALE}, seed ${SEED}. SEED=${SEED} repeats what this run draws.`)
