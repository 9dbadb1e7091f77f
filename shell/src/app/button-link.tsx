import { Button, type ButtonProps } from 'antd'
import { useHref, useNavigate } from 'react-router-dom'

type ButtonLinkProps = Pick<ButtonProps, 'type' | 'size' | 'children' | 'block'> & { to: string }

/** A link in the clothes of a button. */
export function ButtonLink({ to, type = 'primary', size = 'large', ...rest }: ButtonLinkProps) {
  const navigate = useNavigate()
  return (
    <Button
      {...rest}
      type={type}
      size={size}
      href={useHref(to)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate(to)
      }}
    />
  )
}
