import { Button, type ButtonProps } from 'antd'
import { useHref, useNavigate } from 'react-router-dom'

type LinkButtonProps = Omit<ButtonProps, 'href' | 'onClick'> & { to: string }

const opensElsewhere = (event: React.MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** A link to a page of the site that looks like a button. */
export function LinkButton({ to, ...button }: LinkButtonProps) {
  const navigate = useNavigate()
  const href = useHref(to)
  return (
    <Button
      {...button}
      href={href}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        void navigate(to)
      }}
    />
  )
}
