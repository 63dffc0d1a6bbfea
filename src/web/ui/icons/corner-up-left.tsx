import { Icon, type IconProps } from './icon.tsx'

export function CornerUpLeft(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M20 20v-7a4 4 0 0 0-4-4H4" />
      <path d="M9 14 4 9l5-5" />
    </Icon>
  )
}
