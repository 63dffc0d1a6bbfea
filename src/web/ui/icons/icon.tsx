import type { ComponentProps, ComponentType } from 'react'

export type IconProps = ComponentProps<'svg'>
export type IconComponent = ComponentType<IconProps>

/**
 * The frame of every icon: 24 units wide, drawn with strokes in the colour of the text, hidden from screen readers.
 *
 * Each other file of this folder is an icon of Lucide (lucide.dev; LICENSE). Another one: copy the elements inside its
 * `<svg>` into a file with its name.
 */
export function Icon(props: IconProps) {
  return (
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...props}
    />
  )
}
