import { useEffect, useState } from 'react'

type Picture = { file: File; url: string }

/** The chosen file with a URL to show it, which is revoked when another one is chosen or the page is left. */
export function usePicture() {
  const [picture, setPicture] = useState<Picture | null>(null)
  useEffect(() => {
    if (picture) return () => URL.revokeObjectURL(picture.url)
  }, [picture])
  const choose = (file: File | null) => setPicture(file && { file, url: URL.createObjectURL(file) })
  return { picture, choose }
}
