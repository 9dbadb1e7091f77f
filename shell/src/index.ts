import './federation/trusted-types.ts'
import './federation/without-eval.ts'
import './bootstrap.tsx'
