export * from './clean-text.ts'
export * from './element-tree.ts'
export * from './escape-xml.ts'
export * from './scan-xml.ts'
