import { Icon, type IconProps } from './icon.tsx'

export function ChartNoAxesColumn(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 21v-6" />
      <path d="M12 21V3" />
      <path d="M19 21V9" />
    </Icon>
  )
}
