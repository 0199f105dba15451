export * from './content-line.ts'
export * from './content-value.ts'
export * from './lines-in.ts'
