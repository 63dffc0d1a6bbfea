import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

const iconButton = cva(
  [
    'grid size-(--tap) flex-none place-items-center rounded-control transition-colors duration-(--dur-1) ease-cloth',
    'disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-5 [&_svg]:stroke-[1.9]',
  ],
  {
    variants: {
      variant: {
        ghost: 'text-ink-2 enabled:hover:bg-raised',
        soft: 'bg-raised text-ink enabled:hover:bg-line',
        line: 'border-[1.5px] border-line-strong text-ink enabled:hover:bg-raised',
        /** On top of video. */
        video: 'text-on-video enabled:hover:bg-on-video/15 [&_svg]:size-6',
      },
    },
    defaultVariants: { variant: 'ghost' },
  },
)

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> &
  VariantProps<typeof iconButton> & {
    /** The accessible name and the tooltip. */
    label: string
  }

/** A 44 px button with one icon as its child, and a tooltip. */
export function IconButton({ variant, label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- it is the caller's, or `button`
      type={type}
      aria-label={label}
      data-tooltip={label}
      className={iconButton({ variant, className })}
      {...rest}
    />
  )
}
