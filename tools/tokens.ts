import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokensCss } from '../shared/src/theme/tokens.ts'

// Writes the style sheet of the tokens anew.
writeFileSync(join(import.meta.dirname, '../shared/src/theme/tokens.css'), tokensCss())
