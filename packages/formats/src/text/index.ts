export * from './declared-charset.ts'
export * from './decode-text.ts'
export { baseNameOf } from './file-name.ts'
export * from './dos-code-pages.ts'
