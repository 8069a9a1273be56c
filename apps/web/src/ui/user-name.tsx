import type { ChangeEventHandler } from 'react'

type UserNameProps = { value: string; onChange?: ChangeEventHandler<HTMLInputElement> }

/**
 * The whole number for a password manager, which keeps one field as the user name: a national number alone is another one
 * in another country. No one sees it.
 */
export const UserName = ({ value, onChange = () => undefined }: UserNameProps) => (
  <input
    name="username"
    autoComplete="username"
    tabIndex={-1}
    aria-hidden="true"
    value={value}
    onChange={onChange}
    className="sr-only"
  />
)
