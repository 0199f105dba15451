export * from './declared-charset.ts'
export * from './decode-text.ts'
