import { useRef } from 'react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

type FileButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'type' | 'asChild'> & {
  /** Names what is chosen, for readers and tests of the field behind the button. */
  label: string
  /** As of an input of files: `image/*`. */
  accept: string
  onPick: (file: File) => void
}

/** A button that lets one file be chosen; the same one can be chosen again. */
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
