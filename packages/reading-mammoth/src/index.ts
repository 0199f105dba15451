export { mammothReaders, type MammothSettings } from './mammoth-readers.ts'
