import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'

/**
 * Returns the token of the mailed link that opened the page, and removes it from the address bar: it must not stay in
 * the history, nor in a screenshot or a copied address. Null without one, as after a reload.
 */
export function useLinkToken(): string | null {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const [token] = useState(() => new URLSearchParams(search).get('token'))
  useEffect(() => {
    if (search !== '') navigate(path, { replace: true })
  }, [search, path, navigate])
  return token
}
