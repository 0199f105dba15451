export { officeReaders } from './office-readers.ts'
