import { Switch } from 'radix-ui'
import { useId } from 'react'
import type { ReactNode } from 'react'

type SwitchRowProps = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  name?: string
}

/** A switch with its label and hint; the whole row toggles it. */
export function SwitchRow({ label, hint, name, ...state }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="relative flex min-h-(--tap) items-center justify-between gap-3.5">
      <div className="min-w-0">
        {/* Stretched over the row, so that a tap anywhere toggles the switch. */}
        <label htmlFor={id} className="font-bold before:absolute before:inset-0 before:content-['']">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-meta text-ink-3">
            {hint}
          </p>
        )}
      </div>
      <Switch.Root
        id={id}
        name={name}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="group relative h-7 w-12 flex-none rounded-full border-[1.5px] border-line-strong bg-sunken transition-colors duration-(--dur-1) disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-link data-[state=checked]:bg-link forced-colors:data-[state=checked]:bg-[Highlight]"
        {...state}
      >
        <Switch.Thumb className="absolute start-[3px] top-[3px] block size-[19px] rounded-full bg-line-strong transition-transform duration-(--dur-1) ease-cloth group-data-[state=checked]:translate-x-5 group-data-[state=checked]:bg-surface rtl:group-data-[state=checked]:-translate-x-5 forced-colors:bg-[ButtonText]" />
      </Switch.Root>
    </div>
  )
}
