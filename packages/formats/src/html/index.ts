export * from './html-node.ts'
