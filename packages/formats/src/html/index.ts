export * from './html-node.ts'
export * from './look-of-tag.ts'
