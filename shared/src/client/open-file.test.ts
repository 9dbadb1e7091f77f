import { openFile } from './open-file.ts'

const open = jest.spyOn(window, 'open').mockReturnValue(null)
const log = jest.spyOn(console, 'log').mockImplementation(() => undefined)
beforeEach(() => jest.clearAllMocks())

test('a link opens in a new tab', () => {
  openFile('/files/7?sig=abc')
  expect(open).toHaveBeenCalledWith('/files/7?sig=abc', '_blank', 'noopener')
  expect(log).not.toHaveBeenCalled()
})

test.each([undefined, null, ''])('without a link (%p) it says so in the log alone', (url) => {
  openFile(url)
  expect(open).not.toHaveBeenCalled()
  expect(log).toHaveBeenCalledWith('URL is not provided.')
})
