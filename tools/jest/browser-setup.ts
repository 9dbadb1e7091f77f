import '@testing-library/jest-dom'
import { configure } from '@testing-library/dom'

// What a page shows in a moment may take the busy machine of a whole run much longer; nothing is measured here. Who runs
// one file waits for its failure.
configure({ asyncUtilTimeout: process.env['AWARDS_REPORT'] ? 30_000 : 5_000 })
jest.setTimeout(120_000)

// jsdom has dialogs, but does not open them; Escape closes one as in a browser.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
  this.addEventListener('keydown', ({ key }) => key === 'Escape' && this.close())
  this.querySelector<HTMLElement>('button, input, a[href]')?.focus()
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false
  this.dispatchEvent(new Event('close'))
}
