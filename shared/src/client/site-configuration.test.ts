import { SiteConfiguration } from './site-configuration.ts'

test('what the server leaves out has its default', () => {
  const { base_path, pins } = SiteConfiguration.parse({ base_path: '/award/', pins: undefined })
  expect({ base_path, pins }).toEqual({ base_path: '/award/', pins: 'off' })
})

test.each([{ base_path: 7 }, { vitals_sample: '1' }, { organiser: null }])(
  'a value of another kind is refused: %j',
  (given) => {
    expect(() => SiteConfiguration.parse(given)).toThrow(/configuration/)
  },
)
