import { useRef } from 'react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

type FileButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'type' | 'asChild'> & {
  /** Accessible name of the file input behind the button. */
  label: string
  /** The `accept` attribute of the file input: `image/*`. */
  accept: string
  onPick: (file: File) => void
}

/** A button that opens the file picker for one file; the same file can be picked again. */
export function FileButton({ label, accept, onPick, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) onPick(file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}
