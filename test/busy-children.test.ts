import { busyChildren } from './busy-children.ts'

// One child only: `busy-children.deep.test.ts`.
busyChildren(2)
