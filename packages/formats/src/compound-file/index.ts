export * from './compound-file.ts'
export * from './write-compound-file.ts'
