import { connectClient } from '@awards/shared/client'
import { designedPart } from '@awards/shared/ui'
import { render, screen } from '@testing-library/react'
import { Suspense, type ComponentType } from 'react'

test('a part is loaded when it is first shown, into what the host puts around it', async () => {
  connectClient({
    withDesign: async <P extends object>(loading: Promise<ComponentType<P>>) => {
      const Plain = await loading
      return (props: P) => (
        <section aria-label="design">
          <Plain {...props} />
        </section>
      )
    },
  })
  const load = jest.fn(async () => ({ name }: { name: string }) => <p>Hello {name}</p>)
  const Part = designedPart(load)
  expect(load).not.toHaveBeenCalled()
  render(
    <Suspense fallback="waiting">
      <Part name="Ada" />
    </Suspense>,
  )
  expect(await screen.findByRole('region', { name: 'design' })).toHaveTextContent('Hello Ada')
})
