import './federation/without-eval.ts'
import './bootstrap.tsx'
