export { docxToHtml } from './docx/html-view.ts'
export { officeReaders } from './office-readers.ts'
