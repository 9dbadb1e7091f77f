import { Button } from 'antd'
import { Link } from 'react-router-dom'
import { paths } from '@awards/shared/paths'

export function Component() {
  return (
    <main>
      <h1>Home</h1>
      <Button type="primary">Enter a work</Button>
      <Link to={paths.categories}>Categories</Link>
    </main>
  )
}
