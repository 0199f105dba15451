import { busyChildren } from './busy-children.ts'

busyChildren(1)
