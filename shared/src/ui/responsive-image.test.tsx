import type { Picture } from '@awards/shared/contract'
import { render, screen } from '@testing-library/react'
import { ResponsiveImage } from './pictures.tsx'
import { below } from '../theme/breakpoints.ts'

const old: Picture = {
  url: '/files/full.webp',
  width: 1500,
  height: 1000,
  alt: 'A chair',
  sources: [
    { url: '/files/480.webp', width: 480 },
    { url: '/files/960.webp', width: 960 },
  ],
  colour: '#d5d0b8',
}
const BLUR = 'data:image/webp;base64,UklGRg=='
const full: Picture = { ...old, avif: [{ url: '/files/480.avif', width: 480 }], placeholder: BLUR }

const typesOf = (container: HTMLElement) =>
  [...container.querySelectorAll('source')].map(({ type }) => type)

test('AVIF is offered before WebP, and what understands neither gets the address itself', () => {
  const { container } = render(<ResponsiveImage picture={full} sizes="50vw" ratio="3 / 2" />)
  expect(typesOf(container)).toEqual(['image/avif', 'image/webp'])
  const image = screen.getByRole('img', { name: 'A chair' })
  expect(image).toHaveAttribute('src', '/files/full.webp')
  expect(image).toHaveAttribute('width', '1500')
  expect(image).toHaveAttribute('height', '1000')
  expect(image).toHaveAttribute('loading', 'lazy')
  expect(container.querySelector(`img[aria-hidden][src="${BLUR}"]`)).toBeInTheDocument()
})

test('a picture from before has neither AVIF nor likeness; its colour stands below it', () => {
  const { container } = render(<ResponsiveImage picture={old} sizes="50vw" />)
  expect(typesOf(container)).toEqual(['image/webp'])
  expect(container.querySelector('rect')).toHaveAttribute('fill', '#d5d0b8')
})

test('what stands below is no address of elsewhere, and no colour that is none', () => {
  const odd = { ...old, placeholder: 'https://elsewhere.example/x.png', colour: 'url(#x)' }
  const { container } = render(<ResponsiveImage picture={odd} sizes="50vw" />)
  expect(container.querySelectorAll('img, rect')).toHaveLength(1)
})

test('the picture that is seen first is fetched first', () => {
  render(<ResponsiveImage picture={full} sizes="100vw" eager />)
  const image = screen.getByRole('img', { name: 'A chair' })
  expect(image).toHaveAttribute('loading', 'eager')
  expect(image).toHaveAttribute('fetchpriority', 'high')
})

test('telephones get the picture that was made for them', () => {
  const { container } = render(<ResponsiveImage picture={full} narrow={old} sizes="100vw" />)
  expect([...container.querySelectorAll('source')].map(({ media }) => media)).toEqual([
    below('tablet'),
    '',
    '',
  ])
})

test.each(['3 / 2', '7 / 5', undefined])(
  'ratio %p needs no attribute that carries a style',
  (ratio) => {
    const { container } = render(<ResponsiveImage picture={full} sizes="50vw" ratio={ratio} />)
    expect(container.querySelectorAll('[style]')).toHaveLength(0)
  },
)
