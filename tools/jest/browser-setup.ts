import '@testing-library/jest-dom'
import { configure } from '@testing-library/dom'

// What a page shows in a moment may take a busy machine much longer; nothing is measured here.
configure({ asyncUtilTimeout: 30_000 })
jest.setTimeout(120_000)
